import { addAll } from '@kufang/kernel/add-all.ts'
import { sourceOfLine } from '../document/effects/source-of-line.ts'
import type { PrefillOf } from '../document/effects/effects.ts'
import type { SourceLineOf } from '../document/effects/typed-documents.ts'
import { inspectionRecord } from '@kufang/contract/acceptance/inspection-record.ts'
import { recordVerdicts, type RecordVerdict } from '@kufang/contract/acceptance/record-verdict.ts'
import { refuse, refuseAll, type RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf, itemWith } from '@kufang/kernel/present.ts'
import { effectsFor, type ContextOf } from '../document/effects/effects.ts'
import { characteristicsOfGroups } from '../masters/public.ts'
import { assessLines, missingOf, verdictsOf } from './assess-record.ts'
import { assignedNotices } from './assigned-inspector.ts'
import { decidedBy, recordedLines, tellVerdicts } from './record-links.ts'

// A record sheet moves nothing: it computes a verdict from sampled values, which the notice keeps and the inspection order
// shows beside its decision. One sheet stands about a line of goods: another test needs the first one withdrawn, by
// somebody else, so that nobody measures again until the values suit.

type Source = SourceLineOf<typeof inspectionRecord>
type Context<N extends string> = ContextOf<typeof inspectionRecord, N>

interface Standing {
  docNo: string
  lineNo: number
  recordNo: unknown
  recordVerdict: unknown
}

/** The parameters of `record-stands`. */
function standingParams({ docNo, lineNo, recordNo, recordVerdict }: Standing) {
  const { zh, en } = recordVerdicts[recordVerdict as RecordVerdict]
  return { source: `${docNo}/${lineNo}`, record: textOf(recordNo), verdict: zh, verdictEn: en }
}

async function conclude(context: Context<'conclude'>): Promise<void> {
  const { tx, today, now, document, lines, problem, setLine, setHeader, setState } = context
  const { companyCode } = document
  const notices = await assignedNotices(context)
  const goodsOf = (noticeId: string, noticeLine: number) =>
    itemWith(entryOf(notices, noticeId).lines, ({ lineNo }) => lineNo === noticeLine)
  const standing = lines.flatMap((line): RefusalDetail[] => {
    const { header } = entryOf(notices, sourceOfLine(line).id)
    const one = goodsOf(sourceOfLine(line).id, sourceOfLine(line).lineNo)
    if (!one.recordNo) return []
    const { recordNo, recordVerdict } = one
    const params = standingParams({
      docNo: header.docNo,
      lineNo: one.lineNo,
      recordNo,
      recordVerdict,
    })
    return [problem('record-stands', params, line.lineNo)]
  })
  if (standing.length > 0) throw refuseAll(standing)
  const { assessed, problems, declared } = await assessLines(tx, {
    companyCode,
    today,
    lines,
    problem,
  })
  addAll(problems, missingOf(assessed, declared, problem))
  if (problems.length > 0) throw refuseAll(problems)
  for (const { line, written } of assessed) setLine(line.lineNo, written)
  const verdicts = verdictsOf(assessed, (id, line) => goodsOf(id, line).quantity)
  setHeader({ concludedAt: now.toISOString() })
  setState(verdicts.every(({ recordFinding }) => recordFinding === null) ? 'passed' : 'failed')
  context.afterwards(() =>
    tellVerdicts(
      context,
      verdicts.map((one) => ({ ...one, recordNo: document.docNo })),
    ),
  )
}

async function withdraw(context: Context<'withdraw'>): Promise<void> {
  const { tx, document, lines, documents } = context
  const { companyCode, docNo } = document
  const noticeIds = [...new Set(lines.map((line) => sourceOfLine(line).id))]
  // Locks the notices first, so that no decision is made between the check and the withdrawal.
  for (const id of noticeIds.toSorted())
    await documents.loadHeader('inspection-notice', companyCode, id)
  const order = await decidedBy(tx, companyCode, noticeIds, docNo)
  if (order !== null) throw context.refuse('record-decided', { no: docNo, order })
  await context.releaseSources('all')
  const goods = new Map(
    lines.map((line) => {
      const { id, lineNo } = sourceOfLine(line)
      return [`${id}/${lineNo}`, { noticeId: id, noticeLine: lineNo }]
    }),
  )
  context.afterwards(() =>
    tellVerdicts(
      context,
      [...goods.values()].map((one) => ({
        ...one,
        recordNo: null,
        recordVerdict: null,
        recordFinding: null,
        acceptableQuantity: null,
      })),
    ),
  )
}

/**
 * A line for each characteristic of the goods' material group, without goods that a sheet is about already. Its limits are
 * shown in the form; they are written when the sheet is saved.
 */
async function prefill({ tx, today, sources }: PrefillOf<typeof inspectionRecord>) {
  const companyCode = textOf(sources[0]?.['companyCode'])
  const taken = await recordedLines(
    tx,
    companyCode,
    sources.map(({ id }) => id),
  )
  const open = sources.filter((source) => !taken.has(`${source.id}/${source.lineNo}`))
  const group = (source: Source) => textOf(source.materialGroup)
  const declared = await characteristicsOfGroups(tx, companyCode, open.map(group), today)
  const found = open.flatMap((source) =>
    (declared.get(group(source)) ?? []).map((characteristic) => ({ source, characteristic })),
  )
  const [bare] = open
  if (found.length === 0 && bare !== undefined)
    throw refuse('characteristics-undeclared', {
      group: group(bare) || '–',
      material: textOf(bare.materialNo),
    })
  return {
    header: { testedOn: today },
    lines: found.map(({ source, characteristic }) => ({
      source: { id: source.id, lineNo: source.lineNo },
      quantity: source.quantity,
      characteristic: characteristic.characteristic,
    })),
    shown: found.map(({ characteristic }) => ({
      characteristicName: characteristic.name,
      kind: characteristic.kind,
      importance: characteristic.importance,
      lowerLimit: characteristic.lowerLimit,
      upperLimit: characteristic.upperLimit,
      measuringUnit: characteristic.measuringUnit,
      standard: characteristic.standard,
      sampleSize: characteristic.sampleSize,
    })),
  }
}

export const inspectionRecordEffects = effectsFor(inspectionRecord, {
  actions: { conclude, withdraw },
  prefill,
  async beforeSave({ tx, today, header, lines, problem }) {
    const standing = lines.flatMap(({ line, source }): RefusalDetail[] => {
      if (!source?.recordNo) return []
      const { docNo, lineNo, recordNo, recordVerdict } = source
      const params = standingParams({ docNo, lineNo, recordNo, recordVerdict })
      return [problem('record-stands', params, line.lineNo)]
    })
    if (standing.length > 0) throw refuseAll(standing)
    const { assessed, problems } = await assessLines(tx, {
      companyCode: textOf(header.companyCode),
      today,
      lines: lines.map(({ line }) => line),
      problem,
    })
    if (problems.length > 0) throw refuseAll(problems)
    for (const { line, written } of assessed) Object.assign(line, written)
  },
})
