import { configureTests } from './vitest.projects.ts'

export default configureTests('deep')
