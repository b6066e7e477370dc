import type { Fields } from './field.ts'

// Header fields declared by the inputs of actions that the document keeps (`kept`).

/** The inputs of all actions that the document keeps (`kept`), by the header field they are written to. */
type KeptInputs<A> = {
  [N in keyof A]: A[N] extends { input: infer I }
    ? {
        [F in keyof I]: I[F] extends { keptAs: infer K extends string } ? [K, I[F]] : never
      }[keyof I]
    : never
}[keyof A]
/** Names of the header fields declared by inputs that the document keeps. */
export type KeptName<A> =
  KeptInputs<A> extends infer P ? (P extends [infer K, unknown] ? K & string : never) : never
/** The header fields declared by inputs that the document keeps. */
type KeptFields<A> = {
  [K in KeptName<A>]: Omit<Extract<KeptInputs<A>, [K, unknown]>[1], 'required' | 'keptAs'> & {
    required: false
  }
}
/** Declared header fields, and those declared by inputs that the document keeps. */
export type HeaderWith<H, A> = H & Omit<KeptFields<A>, keyof H>
/** The header fields declared by inputs that the document keeps, without those it declares itself. */
export function keptFields({
  header,
  actions,
}: {
  header: Fields
  actions: Readonly<Record<string, { input?: Fields }>>
}): Fields {
  const inputs = Object.values(actions).flatMap(({ input = {} }) => Object.values(input))
  return Object.fromEntries(
    inputs.flatMap(({ keptAs, kind, label, choices, master, code, isAmount, isInternal }) => {
      if (keptAs === undefined || Object.hasOwn(header, keptAs)) return []
      const field = { kind, label, required: false, by: 'server', width: 160 } as const
      const words = choices === undefined ? {} : { choices }
      const more = {
        ...(master === undefined ? {} : { master }),
        ...(code === undefined ? {} : { code }),
        // Who does not see what is entered does not see what is kept of it either.
        ...(isAmount === true && { isAmount }),
        ...(isInternal === true && { isInternal }),
      }
      return [[keptAs, { ...field, ...words, ...more }]]
    }),
  )
}
