import { Suspense } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { indexedDocuments, indexedMasters, loadDeclarations } from './declarations.ts'
import { lazyPart } from './feedback/lazy-part.tsx'

const parts: Readonly<Record<string, ComponentType<{ children: ReactNode }>>> = Object.fromEntries(
  [...indexedDocuments, ...indexedMasters].map(({ name }) => [
    name,
    lazyPart(async () => {
      await loadDeclarations([name])
      return { default: ({ children }: { children: ReactNode }) => children }
    }),
  ]),
)

/**
 * Content that needs a declaration the page itself does not load: loads it first, and shows an error in its place if
 * that fails.
 */
export function Declared({ name, children }: { name: string; children: ReactNode }): ReactNode {
  const Part = parts[name]
  if (Part === undefined) return children
  return (
    <Suspense fallback={null}>
      <Part>{children}</Part>
    </Suspense>
  )
}
