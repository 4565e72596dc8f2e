// OpenCode calls every function a plugin exports, so nothing else is exported but types.
export { ToolboxPlugin, ToolboxPlugin as default } from './plugin.ts'
