import type { DocumentSlots } from './kit/document/slots.ts'
import { registerSlots } from './kit/document/slots.ts'
import { areasOf } from './kit/declarations.ts'
import { registerQuerySlots } from './kit/pages/list/query-slots.ts'
import type { QuerySlots } from './kit/pages/list/query-slots.ts'
import { followSession } from './session-decider.ts'

/** The exports of an area's `slots.tsx`: additions to the page shells by document, and to those of its queries. */
interface AreaSlots {
  documentSlots?: Readonly<Record<string, DocumentSlots>>
  querySlots?: Readonly<Record<string, QuerySlots>>
}

const areaFiles = import.meta.glob<AreaSlots>('./*/slots.tsx')

/** Loads the slots of these documents or queries; they are present when their pages are first rendered. */
export async function loadSlots(names: readonly string[]): Promise<void> {
  await Promise.all(
    areasOf(names).map(async (area) => {
      const file = areaFiles[`./${area}/slots.tsx`]
      if (file === undefined) return
      const { documentSlots = {}, querySlots = {} } = await file()
      registerSlots(documentSlots)
      registerQuerySlots(querySlots)
    }),
  )
}

// Pages are first loaded after sign-in; from then on the kit knows the user.
followSession()
