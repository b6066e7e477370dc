import { xmlEvents } from './xml-events.ts'

/** How a workbook shows a number: as a date with this code, with leading zeros up to a width, or as a number. */
export type CellFormat = { kind: 'date'; code: string } | { kind: 'zeros'; width: number } | null

/** The formats of dates and times that every workbook has, by number (ECMA-376, 18.8.30), as Excel shows them in Chinese. */
const builtIn: Readonly<Record<number, string>> = {
  14: 'yyyy/m/d',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm',
  19: 'h:mm:ss',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy/m/d h:mm',
  27: 'yyyy"年"m"月"',
  28: 'm"月"d"日"',
  29: 'm"月"d"日"',
  30: 'm-d-yy',
  31: 'yyyy"年"m"月"d"日"',
  32: 'h"时"mm"分"',
  33: 'h"时"mm"分"ss"秒"',
  34: 'h"时"mm"分"',
  35: 'h"时"mm"分"ss"秒"',
  36: 'yyyy"年"m"月"',
  45: 'mm:ss',
  46: 'h:mm:ss',
  47: 'mm:ss',
  50: 'yyyy"年"m"月"',
  51: 'm"月"d"日"',
  52: 'yyyy"年"m"月"',
  53: 'm"月"d"日"',
  54: 'm"月"d"日"',
  55: 'h"时"mm"分"',
  56: 'h"时"mm"分"ss"秒"',
  57: 'yyyy"年"m"月"',
  58: 'm"月"d"日"',
}

/** The format of each style of the cells (`cellXfs`), by its number. @throws ApiError `workbook-unreadable` */
export function cellFormats(xml: string, part: string): CellFormat[] {
  const codes = new Map<number, string>()
  const formats: CellFormat[] = []
  let isOfCells = false
  for (const event of xmlEvents(xml, part)) {
    if (event.kind === 'text') continue
    if (event.name === 'cellXfs') isOfCells = event.kind === 'open'
    if (event.kind !== 'open') continue
    if (event.name === 'numFmt')
      codes.set(Number(event.attributes.get('numFmtId')), event.attributes.get('formatCode') ?? '')
    else if (event.name === 'xf' && isOfCells) {
      const id = Number(event.attributes.get('numFmtId') ?? 0)
      formats.push(formatOf(codes.get(id) ?? builtIn[id] ?? ''))
    }
  }
  return formats
}

/** What the code of a format is. */
export function formatOf(code: string): CellFormat {
  // Of positive numbers; colours, currencies and conditions in brackets are no part of what is shown.
  const [positive = ''] = code.split(';')
  const plain = positive.replaceAll(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  const bare = plain.replaceAll(/"[^"]*"|\\.|_.|\*./g, '')
  if (/^0{2,}$/.test(bare)) return { kind: 'zeros', width: bare.length }
  return /[ymdhs]/i.test(bare.replaceAll(/general|e[+-]/gi, ''))
    ? { kind: 'date', code: plain }
    : null
}

const tokens = /"([^"]*)"|\\(.)|\[?(y+|m+|d+|h+|s+)(?:\.0+)?\]?|AM\/PM|_.|\*.|@|(.)/gi
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** What a person sees of a moment (in UTC) with a format of dates. */
export function shownDate(code: string, moment: Date): string {
  const found = [...code.matchAll(tokens)]
  const letterAt = (index: number, step: number): string => {
    for (let at = index + step; at >= 0 && at < found.length; at += step) {
      const letters = found[at]?.[3]
      if (letters !== undefined) return letters.charAt(0).toLowerCase()
    }
    return ''
  }
  return found
    .map(([, quoted, escaped, letters, other], index) => {
      if (letters === undefined) return quoted ?? escaped ?? other ?? ''
      const kind = letters.charAt(0).toLowerCase()
      const isMinute = kind === 'm' && (letterAt(index, -1) === 'h' || letterAt(index, 1) === 's')
      return partOf(isMinute ? 'i' : kind, letters.length, moment)
    })
    .join('')
}

function partOf(kind: string, length: number, moment: Date): string {
  const padded = (value: number): string =>
    length > 1 ? String(value).padStart(2, '0') : String(value)
  switch (kind) {
    case 'y':
      return length > 2
        ? String(moment.getUTCFullYear())
        : String(moment.getUTCFullYear() % 100).padStart(2, '0')
    case 'm':
      return length > 2 ? months[moment.getUTCMonth()]! : padded(moment.getUTCMonth() + 1)
    case 'd':
      return padded(moment.getUTCDate())
    case 'h':
      return padded(moment.getUTCHours())
    case 'i':
      return padded(moment.getUTCMinutes())
    default:
      return padded(moment.getUTCSeconds())
  }
}
