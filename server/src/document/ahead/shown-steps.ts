import type { Queryable } from '../../platform/database/database.ts'
import type { Session } from '../../platform/session/session.ts'
import type { ChainDocument } from '../storage/chain.ts'
import { readableIds } from '../storage/readable-flow.ts'

/** The documents of a chain that the person may read; one statement for each type. */
export async function readableOf(
  queryable: Queryable,
  session: Session,
  chain: readonly ChainDocument[],
): Promise<ReadonlySet<ChainDocument>> {
  const readable = new Set<ChainDocument>()
  const byType = Map.groupBy(chain, ({ definition }) => definition.name)
  for (const [type, documents] of byType) {
    const ids = documents.map(({ id }) => id)
    // oxlint-disable-next-line no-await-in-loop -- one statement for each type
    const found = await readableIds(queryable, session, type, ids)
    for (const document of documents) if (found.has(document.id)) readable.add(document)
  }
  return readable
}
