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
 * Content that cannot be shown without a declaration that the page itself does not bring: loads it first, and says so
 * in its place where it cannot be had.
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
