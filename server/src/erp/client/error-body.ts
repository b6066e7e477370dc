import { textOf } from '@kufang/kernel/text-of.ts'
import type { ErpDetail } from '../posting-model.ts'
import { decodeMarkup, elementIn, elementsIn, visibleText, withoutElement } from './markup.ts'

/** The content of an error response of any format. */
export interface ErrorBody {
  /** Whether it is the ERP's own error document and not that of a proxy or web server. */
  isErpError: boolean
  /** The reason, as `M7/021`; the outer code only if no detail is more specific. */
  code: string
  message: string
  details: ErpDetail[]
  transactionId: string
}

/** Limits the text that is stored in postings, alarms and documents. */
const messageMax = 2000
/** Characters read of an error in XML or HTML: its reason stands at its head. */
const markupMax = 64 * 1024
/** Characters of an error in JSON, which cannot be read in part: 10,000 details. A longer one counts as no error of the ERP. */
const jsonMax = 4 * 1024 * 1024

/** Generic wrapper codes (spec sap.md, "Error body"). */
const noise = new Set(['/IWBEP/CX_MGW_BUSI_EXCEPTION', '/IWBEP/CX_MGW_TECH_EXCEPTION'])
const generic = /^MM_IM_ODATA_API_MDOC\/014$/

/**
 * Reads JSON, XML and HTML error bodies; never throws. Takes linear time, whatever the text, and reads 64 Ki characters
 * of XML and HTML.
 */
export function readErrorBody(text: string): ErrorBody {
  const trimmed = text.trim()
  const head = trimmed.slice(0, markupMax)
  return readJson(trimmed) ?? readXml(head) ?? readPlain(head)
}

/** `M7021` and `M7/021` are the same code; others stay unchanged. */
export function normaliseCode(code: string): string {
  const plain = /^([A-Z0-9][A-Z0-9_]*[A-Z_]|[A-Z]\d|\d{2})(\d{3})$/.exec(code)
  return plain === null ? code : `${plain[1]}/${plain[2]}`
}

function readJson(text: string): ErrorBody | undefined {
  if (!text.startsWith('{') || text.length > jsonMax) return undefined
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return undefined
  }
  const error = objectAt(body, 'error')
  if (error === undefined) return undefined
  const inner = objectAt(error, 'innererror')
  const rawDetails = inner?.errordetails
  const list = Array.isArray(rawDetails)
    ? rawDetails
    : listAt(objectAt(inner, 'errordetails'), 'errordetail')
  const message = error.message
  return compose(
    textOf(error.code),
    typeof message === 'string' ? message : textOf(objectAt(error, 'message')?.value),
    list.map((entry) => ({
      code: textOf(fieldOf(entry, 'code')),
      message: textOf(fieldOf(entry, 'message')),
      propertyRef: textOf(fieldOf(entry, 'propertyref')),
      target: textOf(fieldOf(entry, 'target')),
      severity: textOf(fieldOf(entry, 'severity')),
    })),
    textOf(inner?.transactionid),
  )
}

function readXml(text: string): ErrorBody | undefined {
  const prefix = /<(\w{1,40}:)?error[\s>]/.exec(text)
  if (prefix === null) return undefined
  const name = `${prefix[1] ?? ''}error`
  // Cut at its end, it is read as far as it goes.
  const error = elementIn(text, name, prefix.index, true)?.content
  if (error === undefined) return undefined
  const details = elementsIn(error, 'errordetail').map((detail) => ({
    code: element(detail, 'code'),
    message: element(detail, 'message'),
    propertyRef: element(detail, 'propertyref'),
    target: element(detail, 'target'),
    severity: element(detail, 'severity'),
  }))
  const outer = withoutElement(error, 'innererror')
  return compose(
    element(outer, 'code'),
    element(outer, 'message'),
    details,
    element(error, 'transactionid'),
  )
}

function readPlain(text: string): ErrorBody {
  const lower = text.toLowerCase()
  const at = lower.indexOf('<title')
  const start = at < 0 ? -1 : text.indexOf('>', at)
  const end = start < 0 ? -1 : lower.indexOf('</title', start)
  const title = end < 0 ? '' : text.slice(start + 1, end)
  const body = visibleText(text, ['script', 'style', 'title'])
  const message = decodeMarkup(`${title} ${body}`).replace(/\s+/g, ' ').trim().slice(0, 500)
  return { isErpError: false, code: '', message, details: [], transactionId: '' }
}

interface RawDetail extends ErpDetail {
  severity: string
}

function compose(
  code: string,
  message: string,
  raw: RawDetail[],
  transactionId: string,
): ErrorBody {
  const seen = new Set<string>()
  const details: ErpDetail[] = []
  for (const entry of raw) {
    if (noise.has(entry.code)) continue
    if (
      entry.severity !== '' &&
      !['error', 'abort', 'e', 'a'].includes(entry.severity.toLowerCase())
    )
      continue
    const detail = {
      code: normaliseCode(entry.code),
      message: shortened(entry.message),
      propertyRef: entry.propertyRef,
      target: entry.target,
    }
    const mark = `${detail.code}\n${detail.message}\n${detail.target}`
    if (!seen.has(mark)) details.push(detail)
    seen.add(mark)
  }
  const outer = normaliseCode(code)
  // The generic wrapper may be repeated as a detail, so prefer a specific one.
  const reason = details.find(
    (detail) => detail.code !== '' && !generic.test(detail.code) && detail.code !== outer,
  )
  const isOuterReason = outer !== '' && !generic.test(outer) && !noise.has(outer)
  const head = isOuterReason ? undefined : (reason ?? details[0])
  return {
    isErpError: true,
    code: head?.code || outer,
    message: head?.message || shortened(message),
    details,
    transactionId,
  }
}

const shortened = (text: string) =>
  text.length <= messageMax ? text : `${text.slice(0, messageMax)}…`

const element = (xml: string, name: string) =>
  decodeMarkup(elementIn(xml, name)?.content ?? '').trim()

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined
}

function objectAt(value: unknown, name: string): Record<string, unknown> | undefined {
  const found = fieldOf(value, name)
  return typeof found === 'object' && found !== null
    ? (found as Record<string, unknown>)
    : undefined
}

function listAt(value: unknown, name: string): unknown[] {
  const found = fieldOf(value, name)
  return Array.isArray(found) ? found : found === undefined ? [] : [found]
}
