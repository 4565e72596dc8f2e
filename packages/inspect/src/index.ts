export type { Inspector, InspectorEvent, InspectorOptions } from './inspector-options.ts'
export { openInspector } from './open-inspector.ts'
