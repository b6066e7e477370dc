import type { Field } from './declare/field.ts'

/**
 * Whether a field holds words, such as a name or a description, which are ordered as people look them up; codes and numbers
 * stay in the order of their signs.
 */
export function isOfWords(name: string, { kind, code }: Pick<Field, 'kind' | 'code'>): boolean {
  return (
    kind === 'text' && code === undefined && /^(name|description)$|(Name|Description)$/.test(name)
  )
}
