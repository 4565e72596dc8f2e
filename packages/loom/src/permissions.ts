import type { GatewayPolicy } from '@toolscout/gateway'
import type { ListedTool } from '@toolscout/gateway/internal'
import type { ToolSummary } from '@toolscout/model'
import { z } from 'zod'
import { DEFAULT_APPROVAL_TIMEOUT_MS } from './approval.ts'
import { readAt, readShape } from './config/read-shape.ts'
import { compileNames, namesToAllow, namesToForbid } from './name-patterns.ts'

/** What `tools.permissions` of a configuration of Loom says, for a gateway and a loom. Frozen. */
export interface LoomPermissions {
  /** For `createGateway`: what is disabled does not exist. */
  readonly policy: GatewayPolicy
  /** For `createLoom`: `undefined` leaves it to what definitions, hints and names say. */
  readonly requiresApproval: (tool: ListedTool) => boolean | undefined
  /** For `createLoom`. */
  readonly approvalTimeoutMs: number
  /** What becomes of a tool; `undefined` where the configuration does not say. The rest of this follows from it. */
  readonly check: (tool: ToolSummary) => 'allow' | 'ask' | 'deny' | undefined
}

/** Longest time an answer is waited for: a day. */
const MAX_SECONDS = 86_400

const names = z.array(z.string())
const SHAPE = z.strictObject({
  require_approval: z.boolean().optional(),
  yolo: z.boolean().default(false),
  allowed_tools: names.default([]),
  disabled_tools: names.default([]),
  default_action: z.enum(['allow', 'deny']).default('deny'),
  timeout_seconds: z
    .number()
    .positive()
    .max(MAX_SECONDS)
    .default(DEFAULT_APPROVAL_TIMEOUT_MS / 1_000),
})

/**
 * Reads `tools.permissions` as Loom has it. In this order: `yolo` allows everything; what is disabled is hidden; what is
 * allowed runs; without `require_approval` no approval is needed, nor with `default_action: allow`; for the rest
 * somebody must agree. Where `require_approval` is not written, the rules of a loom decide who is asked.
 *
 * Tools are named by their id in a loom or in the gateway, functions of this process by their own name as well; exactly,
 * or with a `*` at the end.
 *
 * @throws LoomConfigError `LOOM_CONFIG_INVALID`.
 */
export function createLoomPermissions(config: unknown = {}): LoomPermissions {
  const at = 'tools.permissions'
  const read = readShape(SHAPE, config ?? {}, at)
  const isDisabled = readAt(`${at}.disabled_tools`, () => compileNames(read.disabled_tools))
  const isAllowed = readAt(`${at}.allowed_tools`, () => compileNames(read.allowed_tools))
  const check: LoomPermissions['check'] = (tool) => {
    if (read.yolo) return 'allow'
    if (isDisabled(namesToForbid(tool))) return 'deny'
    if (isAllowed(namesToAllow(tool))) return 'allow'
    if (read.require_approval === undefined) return undefined
    return read.require_approval && read.default_action === 'deny' ? 'ask' : 'allow'
  }
  return Object.freeze({
    policy: (tool) => check(tool) !== 'deny',
    requiresApproval: ({ summary }) => {
      const said = check(summary)
      return said === undefined ? undefined : said !== 'allow'
    },
    approvalTimeoutMs: Math.ceil(1_000 * read.timeout_seconds),
    check,
  } satisfies LoomPermissions)
}
