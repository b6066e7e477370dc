import { preservationTask } from '@kufang/contract/preservation/preservation-task.ts'
import { isScanned, scannedCodes } from '@kufang/contract/document/scanned-code.ts'
import { addDays } from '@kufang/kernel/local-date.ts'
import { refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf, firstOf, itemAt } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf, type SaveContext } from '../document/effects/effects.ts'
import type { Queryable } from '../platform/database/database.ts'
import { readParameter } from '../system/public.ts'

// A preservation task moves nothing itself. Whoever does it is where the goods are, which the scan shows; what is not fit is
// frozen by a freeze order in the same transaction.

type Acting = Pick<
  ContextOf<typeof preservationTask, 'carryOut'>,
  'tx' | 'document' | 'lines' | 'refuse'
>

/** The bin by its code or barcode, or the goods by their number or batch. */
async function checkScan(
  { tx, document, lines, refuse }: Acting,
  scannedCode: string,
): Promise<void> {
  const line = firstOf(lines)
  const codes = scannedCodes(scannedCode)
  const { bin, materialNo, batch } = line
  if ([bin, materialNo, batch].some((code) => isScanned(codes, textOf(code)))) return
  const [known] = await tx.query<{ barcode: string }>(
    `select barcode from bin where company_code = $1 and plant = $2 and storage_location = $3 and bin = $4`,
    [document.companyCode, document.plant, document.storageLocation, bin],
  )
  if (known !== undefined && isScanned(codes, known.barcode)) return
  throw refuse(
    'preservation-scan-differs',
    { scanned: scannedCode, no: document.docNo, bin: textOf(bin), material: materialNo },
    { field: 'scannedCode' },
  )
}

/** A row of the stock has one task that is not done. */
export async function standingTasks(
  queryable: Queryable,
  companyCode: string,
  rows: readonly {
    plant: string
    storageLocation: string
    materialNo: string
    bin: string
    batch: string
  }[],
): Promise<(string | null)[]> {
  const found = await queryable.query<{ at: number; docNo: string }>(
    `select wanted.at::int as "at", h.doc_no
     from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[]) with ordinality as wanted (plant, storage_location, material_no, bin, batch, at)
     join preservation_task_line l on l.company_code = $1 and l.material_no = wanted.material_no and l.bin = wanted.bin
       and coalesce(l.batch, '') = wanted.batch
     join preservation_task h on h.company_code = $1 and h.id = l.document_id and h.state = 'due' and h.plant = wanted.plant
       and h.storage_location = wanted.storage_location`,
    [
      companyCode,
      rows.map(({ plant }) => plant),
      rows.map(({ storageLocation }) => storageLocation),
      rows.map(({ materialNo }) => materialNo),
      rows.map(({ bin }) => bin),
      rows.map(({ batch }) => batch),
    ],
  )
  const numbers = new Map(found.map(({ at, docNo }) => [at - 1, docNo]))
  return rows.map((_row, index) => numbers.get(index) ?? null)
}

async function beforeSave({
  tx,
  header,
  lines,
}: SaveContext<typeof preservationTask>): Promise<void> {
  const rows = lines.map(({ line }) => ({
    plant: textOf(header.plant),
    storageLocation: textOf(header.storageLocation),
    materialNo: textOf(line.materialNo),
    bin: textOf(line.bin),
    batch: textOf(line.batch),
  }))
  const standing = await standingTasks(tx, textOf(header.companyCode), rows)
  const problems = standing.flatMap((no, index): RefusalDetail[] => {
    if (no === null) return []
    const { materialNo, bin, batch } = itemAt(rows, index)
    return [
      {
        code: 'preservation-stands',
        params: { material: materialNo, batch, bin, no },
        line: itemAt(lines, index).line.lineNo,
        field: 'materialNo',
      },
    ]
  })
  if (problems.length > 0) throw refuseAll(problems)
}

async function carryOut(context: ContextOf<typeof preservationTask, 'carryOut'>): Promise<void> {
  const { input, today, setHeader } = context
  await checkScan(context, input.scannedCode)
  setHeader({ doneOn: today })
}

/** What is not fit is frozen where it lies, in doubt of its quality, until somebody else has decided. */
async function reportUnfit(
  context: ContextOf<typeof preservationTask, 'reportUnfit'>,
): Promise<void> {
  const { tx, document, documents, lines, input, lineInput, today, setHeader } = context
  await checkScan(context, input.scannedCode)
  const { companyCode, plant, storageLocation, docNo } = document
  const holdDays = await readParameter(tx, 'preservation.holdDays', { companyCode, plant })
  const unfit = new Map(lineInput.map(({ lineNo, unfitQuantity }) => [lineNo, unfitQuantity]))
  const { id, docNo: freezeNo } = await documents.create('freeze-order', {
    companyCode,
    header: {
      freezeType: 'stock',
      plant,
      storageLocation,
      freezeReason: 'quality',
      releaseCondition: '复检合格',
      holdUntil: addDays(today, holdDays),
      remark: `${docNo}：${input.finding}`.slice(0, 200),
    },
    lines: lines.map(({ lineNo, materialNo, bin, batch, specialStock, specialStockReference }) => ({
      materialNo,
      bin,
      batch,
      specialStock,
      specialStockReference,
      quantity: entryOf(unfit, lineNo),
    })),
  })
  await documents.act('freeze-order', companyCode, id, 'freeze')
  setHeader({ doneOn: today, freezeNo })
}

export const preservationTaskEffects = effectsFor(preservationTask, {
  actions: { carryOut, reportUnfit },
  beforeSave,
})
