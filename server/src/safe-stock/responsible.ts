import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { responsibleFor, type Material, type ResponsibleMaster } from '../masters/public.ts'
import type { Queryable } from '../platform/database/database.ts'
import type { Session } from '../platform/session/session.ts'
import type { QuotaPlace } from './versions.ts'

/** The lines whose material groups are somebody else's (安全库存维护人, 请购人), each as a problem. One statement. */
export async function problemsOfResponsible(
  queryable: Queryable,
  session: Session,
  master: ResponsibleMaster,
  place: QuotaPlace,
  lines: readonly { lineNo: number; materialNo?: unknown }[],
  materials: ReadonlyMap<string, Material>,
  problem: (params: Record<string, string>, lineNo: number) => RefusalDetail,
): Promise<RefusalDetail[]> {
  if (session.account === 'system') return []
  const groupOf = (line: { materialNo?: unknown }): string =>
    textOf(materials.get(textOf(line.materialNo))?.materialGroup)
  const responsible = await responsibleFor(queryable, master, place, lines.map(groupOf))
  return lines.flatMap((line) => {
    const group = groupOf(line)
    const accounts = responsible.get(group)
    if (accounts === undefined || accounts.includes(session.account)) return []
    const where = `${place.plant}/${place.storageLocation}`
    return [
      problem({ group: group || '–', place: where, persons: accounts.join('、') }, line.lineNo),
    ]
  })
}
