import type { ActionResult, CreateRequest, ListResponse } from '@kufang/contract/document/api.ts'
import type { World } from '../shell/world.ts'

interface Source {
  id: string
  lineNo: number
  materialNo: string
}

/** A submitted requisition of the demonstration's requester for one open line of a reservation. */
export async function submittedRequisition(
  world: World,
  nth: number,
): Promise<ActionResult & { materialNo: string }> {
  const open = await world.call<ListResponse>(
    'requester',
    'api/documents/requisition/sources/list',
    {
      size: 20,
      sort: [{ field: 'docNo', direction: 'asc' }],
    },
  )
  const movable = open.rows.filter(
    (row) =>
      row['isMovementAllowed'] === true &&
      row['isCompleted'] !== true &&
      row['isDeleted'] !== true &&
      // Lines held by drafts of the demonstration are excluded.
      Number(row['freeQuantity']) >= 1,
  )
  const source = movable[nth] as unknown as Source
  const sources = [{ id: source.id, lineNo: source.lineNo }]
  const { header, shown } = await world.call<CreateRequest & { shown?: Record<string, unknown>[] }>(
    'requester',
    'api/documents/requisition/prefill',
    { sources },
  )
  const isDangerous = shown?.some((line) => line['hazardClass']) === true
  const made = await world.call<ActionResult>('requester', 'api/documents/requisition', {
    header: {
      ...header,
      ...(isDangerous && { permitNo: 'HXP-2026-002', permitValidTo: '2099-12-31' }),
    },
    lines: [{ source: sources[0], quantity: '1' }],
    actionAfterCreate: 'submit',
  })
  return { ...made, materialNo: source.materialNo }
}
