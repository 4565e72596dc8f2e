const color = (name: string): { foreground: string } => ({ foreground: `var(--code-${name})` })

/** One theme whose colours are variables of the page, so that code follows light and dark and is read only once. */
export const codeTheme = {
  name: 'toolscout',
  type: 'light' as const,
  colors: { 'editor.foreground': 'var(--code-text)', 'editor.background': 'var(--vp-code-block-bg)' },
  tokenColors: [
    { scope: ['comment', 'punctuation.definition.comment'], settings: color('comment') },
    { scope: ['string', 'punctuation.definition.string', 'string.regexp'], settings: color('string') },
    {
      scope: ['constant', 'support.constant', 'constant.language', 'constant.numeric'],
      settings: color('constant'),
    },
    { scope: ['keyword', 'storage', 'variable.language.this'], settings: color('keyword') },
    { scope: ['entity.name.function', 'support.function'], settings: color('function') },
    { scope: ['entity.name.type', 'support.type.primitive', 'support.class'], settings: color('type') },
    { scope: ['support.type.property-name', 'meta.object-literal.key'], settings: color('key') },
    { scope: ['keyword.operator', 'punctuation'], settings: color('text') },
  ],
}
