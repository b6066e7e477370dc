import type { World } from '../../document/testing/world.ts'

const transfer = 'transfer-order'
const difference = 'transfer-difference'

/** Reports what of a transfer did not arrive; the id of the difference document. */
export async function reportDifference(world: World, transferId: string): Promise<string> {
  await world.act(transfer, transferId, 'reportDifference', { input: { reason: '实物未到' } })
  const [made] = await world.database.query<{ id: string }>(
    `select to_id as id from document_link where from_id = $1 and to_type = $2 and is_live`,
    [transferId, difference],
  )
  return made!.id
}

/** What is decided of a line: the quantities, and the bin if it is another one. */
export interface DecidedLine {
  lineNo: number
  foundQuantity?: string
  returnedQuantity?: string
  lostQuantity?: string
  bin?: string
}

/** Another person decides what became of the lines. */
export const decideDifference = (world: World, id: string, lines: readonly DecidedLine[]) =>
  world.act(difference, id, 'decide', {
    input: { reason: '已与发出方核对' },
    lines: lines.map((line) => ({ ...line })),
  })
