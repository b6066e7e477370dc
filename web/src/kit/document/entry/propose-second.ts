import { useEffect, useRef } from 'react'
import type { SecondRatio } from '@kufang/contract/document/api.ts'
import type { AnyDocument } from '@kufang/contract/document/declare/define-document.ts'
import { proportionOfDecimal } from '@kufang/kernel/decimal-text.ts'
import { compareQuantity, isPositive, isQuantity, parseQuantity } from '@kufang/kernel/quantity.ts'
import { isEmptyValue } from '../../fields/entered-value.ts'
import { loadMaterialUnits, materialUnits } from '../../grid/material-units.ts'
import { lineFields } from '../document-fields.ts'
import { isEnteredField } from './entry-lines.ts'
import type { EntryLine } from './entry-lines.ts'
import type { EntryState } from './use-entry.ts'

/** The second quantities proposed so far, by row id; null after one was withdrawn. */
export type SecondProposals = Map<string, string | null>

/**
 * What the quantity of a line is in the second unit: its share of the stock it takes, otherwise as planned, rounded as the
 * ledger does; null where nothing can be proposed.
 */
export function proposedSecond(line: EntryLine): string | null {
  const { quantity } = line
  const secondRatio = line['secondRatio'] as SecondRatio | null | undefined
  const isOfStock = secondRatio !== undefined
  const ratio = isOfStock ? secondRatio : plannedRatioOf(line)
  if (!ratio || !isQuantity(quantity)) return null
  const { of } = ratio
  const isSame = (name: 'bin' | 'batch') =>
    of === undefined || (line[name] ?? '') === (of[name] ?? '')
  const entered = parseQuantity(quantity as string)
  if (!isPositive(entered) || !isSame('bin') || !isSame('batch')) return null
  // More than the stock has is refused anyway.
  if (isOfStock && of !== undefined && compareQuantity(entered, ratio.quantity) > 0) return null
  const share = proportionOfDecimal(ratio.secondQuantity, entered, ratio.quantity, ratio.decimals)
  return isPositive(parseQuantity(share)) ? share : null
}

const plannedRatioOf = (line: EntryLine): SecondRatio | null =>
  line['source'] === undefined ? (materialUnits(line['materialNo'])[0]?.secondRatio ?? null) : null

/**
 * The lines with their proposed second quantities, or null if nothing changes. A proposal follows the quantity until a
 * person enters another value or removes it.
 */
export function withProposedSeconds(
  lines: readonly EntryLine[],
  proposals: SecondProposals,
): EntryLine[] | null {
  let hasChanged = false
  const next = lines.map((line) => {
    const proposed = proposedSecond(line)
    const before = proposals.get(line.rowId)
    const current = isEmptyValue(line['secondQuantity']) ? null : String(line['secondQuantity'])
    // What is empty in a draft has been left empty.
    const isNew = typeof line['lineNo'] !== 'number'
    const isFree = current === null ? isNew : current === proposed
    if (before === undefined ? !isFree : current !== before) return line
    if (before !== undefined || proposed !== null) proposals.set(line.rowId, proposed)
    if (proposed === current) return line
    hasChanged = true
    return { ...line, secondQuantity: proposed }
  })
  return hasChanged ? next : null
}

/** Proposes the second quantity of each line beside its quantity, in documents in which people enter it. */
export function useProposedSeconds(definition: AnyDocument, entry: EntryState): void {
  const proposals = useRef<SecondProposals>(new Map())
  const { lines } = entry
  useEffect(() => {
    const field = lineFields(definition)['secondQuantity']
    if (field === undefined || !isEnteredField(field)) return
    const propose = (): void => {
      const next = withProposedSeconds(entry.newest().lines, proposals.current)
      if (next !== null) entry.setLines(next)
    }
    propose()
    const typed = lines.filter(
      (line) => !isEmptyValue(line['secondUnit']) && line['source'] === undefined,
    )
    if (typed.length > 0)
      Promise.all(typed.map((line) => loadMaterialUnits(line['materialNo']))).then(
        propose,
        console.error,
      )
  }, [definition, entry, lines])
}
