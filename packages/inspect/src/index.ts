export type { InspectorEvent } from './http/request-listener.ts'
export type { Inspector, InspectorOptions } from './open-inspector.ts'
export { openInspector } from './open-inspector.ts'
