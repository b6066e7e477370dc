import { addAll } from '@kufang/kernel/add-all.ts'
import type { requisition } from '@kufang/contract/requisition/requisition.ts'
import type { LocalDate } from '@kufang/kernel/local-date.ts'
import { refuseAll } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import { entryOf } from '@kufang/kernel/present.ts'
import type { ContextOf, SaveContext } from '../document/effects/effects.ts'
import {
  dangerousOf,
  problemsOfDangerousGoods,
  readDangers,
  shownDanger,
  type Danger,
} from '../masters/public.ts'
import type { Transaction } from '../platform/database/database.ts'
import { checkCaps } from './chemical-caps.ts'
import { problemsOfChemicals } from './chemical-goods.ts'
import { chemicalHeaderOf, chemicalLineOf, isChemical } from './chemical-transfer.ts'

// What every requisition does about dangerous goods, whichever page it is made on.

type Saved = SaveContext<typeof requisition>

/** Writes beside each line of a draft what is known of its goods; the form shows the same (`shownDangers`). */
export async function noteDangers({
  tx,
  header,
  lines,
  today,
}: Pick<Saved, 'tx' | 'header' | 'lines' | 'today'>): Promise<void> {
  const goods = lines.map(({ line }) => ({ materialNo: textOf(line.materialNo) }))
  const dangers = await readDangers(tx, textOf(header.companyCode), today, goods)
  for (const { line } of lines) {
    const danger = dangers.get(textOf(line.materialNo))
    const capQuantity = danger?.hazardClass ? danger.capQuantity : null
    Object.assign(line, { ...shownDanger(danger), capQuantity })
  }
}

/** What the form shows beside the lines that are taken from these, so that it asks for the permit of dangerous goods. */
export async function shownDangers(
  tx: Transaction,
  today: LocalDate,
  sources: readonly { companyCode: string; materialNo: string }[],
): Promise<ReturnType<typeof shownDanger>[]> {
  const goods = sources.map((source) => ({ materialNo: textOf(source.materialNo) }))
  const dangers = await readDangers(tx, textOf(sources[0]?.['companyCode']), today, goods)
  return goods.map(({ materialNo }) => shownDanger(dangers.get(materialNo)))
}

/**
 * Checks the dangerous goods of a requisition and the caps of its requester, and keeps with each of their lines what he had
 * drawn before.
 *
 * The paper of an emergency is checked for permit and sheet like any other: the goods went out without them at night, and
 * this is where they are handed in. It counts as drawn, so that what is asked for afterwards is less, but is not refused for
 * the cap: the goods are with the unit, and would stay there without a paper.
 * @returns whether it has any
 * @throws Refusal as of `problemsOfDangerousGoods` and `problemsOfChemicals`, and `chemical-cap-exceeded`
 */
export async function checkDangers(
  context: ContextOf<typeof requisition, 'submit'> | ContextOf<typeof requisition, 'approve'>,
  day: LocalDate,
): Promise<boolean> {
  const { tx, today, document, lines, setLine } = context
  const { companyCode, id, requester } = document
  const isGone = document.requisitionType === 'supplement'
  const dangers = await readDangers(tx, companyCode, today, lines)
  const dangerous = isChemical(document) ? lines : dangerousOf(lines, dangers)
  if (dangerous.length === 0) return false
  const head = chemicalHeaderOf(document)
  const found = isChemical(document)
    ? await problemsOfChemicals(tx, today, head, lines.map(chemicalLineOf))
    : problemsOfDangerousGoods(today, head, lines, dangers, isGone)
  const caps = await checkCaps(tx, { companyCode, id, requester, day, lines: dangerous })
  if (!isGone) addAll(found, caps.problems)
  if (found.length > 0) throw refuseAll(found)
  const materialOf = new Map(dangerous.map(({ lineNo, materialNo }) => [lineNo, materialNo]))
  for (const { lineNo, ...fact } of caps.facts)
    setLine(lineNo, { ...fact, ...shownOf(dangers.get(entryOf(materialOf, lineNo))) })
  return true
}

/** The sheet may have been registered after the draft was saved. */
function shownOf(danger: Danger | undefined) {
  const { safetySheetNo, safetySheetValidTo } = shownDanger(danger)
  return { safetySheetNo, safetySheetValidTo }
}
