import type { AnyQuery } from '@kufang/contract/document/declare/define-query.ts'

/** A value of its kind for each parameter that a query requires; rows of another one are read by the same statement. */
export function anyParameters({ parameters = {} }: Pick<AnyQuery, 'parameters'>) {
  return Object.fromEntries(
    Object.entries(parameters).flatMap(([name, { kind, required, choices = {} }]) => {
      if (kind === 'instant') return [[name, new Date().toISOString()]]
      if (required !== true) return []
      const usual = { choice: Object.keys(choices).at(-1), integer: 1 }
      return [[name, usual[kind as keyof typeof usual] ?? 'X']]
    }),
  )
}
