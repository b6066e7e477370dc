import type { Field } from '@kufang/contract/document/declare/field.ts'
import { filterShape } from '../../fields/list-filters.ts'

/** Width of a letter and of a Chinese character in a box, which has text of 14 px. */
const letterWidth = 7.9
const characterWidth = 14
/** Padding and border of a box, pixels. */
const besideText = 28
/** The same with the arrow of a select box, or with the calendar of a date. */
const besideArrow = 48
/** Least width of a box, so that a selected value can be recognised, pixels. */
const boxMin = 96
/** A box grows by at most this beyond the width of its name, pixels. */
const growthMax = 48
/** The box for the upper end of a range of numbers, whose name is beside it, pixels. */
export const upperEndWidth = 56
/** Two dates with an arrow between them, and the calendar, pixels. */
export const rangeWidth = 244
/** The search box with its shorter hint, pixels. */
export const searchMin = 122
/** The buttons right of the boxes (search, reset, more) and the gaps between them, pixels. */
const buttonsWidth = 32 + 32 + 62 + 3 * 8
/** Between two boxes, pixels (pages.module.css). */
const gap = 8

/** Width of a text in a box in pixels; computed, because measuring forces layout. */
export function boxTextWidth(text: string): number {
  return [...text].reduce(
    (width, letter) => width + (letter > '\u2e80' ? characterWidth : letterWidth),
    0,
  )
}

/**
 * Width in pixels at which the box of a filter shows its name in full.
 *
 * @param name its name in the language of the user
 */
export function filterWidth(field: Field, hasStates: boolean, name: string): number {
  const shape = filterShape(field, hasStates)
  const beside = shape === 'text' || shape === 'numbers' ? besideText : besideArrow
  const box = Math.max(Math.ceil(boxTextWidth(name)) + beside, boxMin)
  return shape === 'numbers' ? box + upperEndWidth : box
}

/** The flexible width of a box: it shares what is left of the row, and gives way to a range of dates that is set. */
export function boxStyle(width: number): { flex: string; minWidth: number; maxWidth: number } {
  return { flex: `1 1 ${width}px`, minWidth: 64, maxWidth: width + growthMax }
}

/** Width in pixels that the filters need in one row together with the search box and the buttons. */
export function rowWidth(widths: readonly number[], hasSearch: boolean): number {
  const boxes = widths.reduce((sum, width) => sum + width + gap, 0)
  return boxes + (hasSearch ? searchMin + gap : 0) + buttonsWidth
}

/**
 * How many of the filters, in the declared order, have their names shown in full in one row of the width of the page;
 * the others open with "more".
 */
export function fittingFilters(
  widths: readonly number[],
  hasSearch: boolean,
  room: number,
): number {
  let count = widths.length
  while (count > 0 && rowWidth(widths.slice(0, count), hasSearch) > room) count -= 1
  return count
}
