import { expect, test } from 'vitest'
import { readErrorBody } from './error-body.ts'

const hostile: Record<string, string> = {
  'brackets only': '<'.repeat(200_000),
  'scripts never closed': '<script'.repeat(60_000),
  'titles never closed': `<html>${'<title>'.repeat(60_000)}`,
  'errors never closed': '<error>'.repeat(60_000),
  'details never closed': `<error>${'<errordetail>'.repeat(40_000)}</error>`,
  'codes never closed': `<error>${'<code>'.repeat(60_000)}</error>`,
  'text sections never closed': `<error><message>${'<![CDATA['.repeat(40_000)}</message></error>`,
  'JSON nested without end': `{"error":${'['.repeat(400_000)}`,
}

test.each(Object.entries(hostile))('an error of the ERP with %s is read at once', (_name, text) => {
  const started = performance.now()
  const body = readErrorBody(text)
  // Quadratic expressions took 5 to 60 seconds for these texts.
  expect(performance.now() - started).toBeLessThan(1500)
  expect(body.message.length).toBeLessThanOrEqual(2001)
})

test('of an error longer than what is read, the reason and the details at its head are kept', () => {
  const detail = (no: number) =>
    `<errordetail><code>M7/021</code><message>item ${no}</message><severity>error</severity></errordetail>`
  const text = `<?xml version="1.0"?><error xmlns="x"><code>/IWBEP/CX_MGW_BUSI_EXCEPTION</code><message xml:lang="zh">短缺</message>
    <innererror><transactionid>T1</transactionid><errordetails>${Array.from({ length: 2000 }, (_, no) => detail(no)).join('')}</errordetails></innererror></error>`
  expect(text.length).toBeGreaterThan(64 * 1024)
  const body = readErrorBody(text)
  expect(body).toMatchObject({ isErpError: true, code: 'M7/021', transactionId: 'T1' })
  expect(body.message).toBe('item 0')
  expect(body.details.length).toBeGreaterThan(500)
  expect(body.details.at(-1)!.message).toMatch(/^item \d+$/)
})

test('a JSON error with a detail for each of a thousand lines is read whole', () => {
  const errordetails = Array.from({ length: 1000 }, (_, no) => ({
    code: 'M7/021',
    message: `${'短缺'.repeat(40)} ${no}`,
    severity: 'error',
  }))
  const text = JSON.stringify({
    error: { code: 'M7/021', message: {}, innererror: { errordetails } },
  })
  expect(text.length).toBeGreaterThan(64 * 1024)
  expect(readErrorBody(text).details).toHaveLength(1000)
})

test('of a web page the title and the text are told, without scripts and styles', () => {
  const page = `<!doctype html><HTML><head><title lang="en">502 Bad&nbsp;Gateway</title><style>b { color: red }</style></head>
    <body><script>alert("x < y")</script><h1>nginx</h1> a &lt; b <img src="x"></body></html>`
  expect(readErrorBody(page)).toMatchObject({
    isErpError: false,
    message: '502 Bad Gateway nginx a < b',
  })
})

test('details in another name space, text sections and attributes are read', () => {
  const body = readErrorBody(
    `<m:error xmlns:m="x"><m:code>A/001</m:code><code>M7053</code><message xml:lang="en"><![CDATA[a <b> &amp; c]]></message></m:error>`,
  )
  expect(body).toMatchObject({ isErpError: true, code: 'M7/053', message: 'a <b> & c' })
})
