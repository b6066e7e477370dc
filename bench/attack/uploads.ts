import { addAll } from '@kufang/kernel/add-all.ts'
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import type { Api } from './api.ts'
import type { Found } from './strangers.ts'
import { zipOf } from './zip.ts'

/** A zip file whose directory contains impossible values. */
function lyingZip(): Buffer {
  const zip = zipOf([{ name: '[Content_Types].xml', content: '<Types/>' }])
  zip.writeUInt32LE(0xffff_ffff, zip.length - 10)
  zip.writeUInt32LE(0xffff_ffff, zip.length - 6)
  return zip
}

const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('something'),
])
const bomb = () => zipOf([{ name: 'xl/workbook.xml', content: Buffer.alloc(200 * 1024 * 1024) }])

/** Uploads files with path traversal in the name, with content of another type, and zip bombs. */
export async function attackUploads(
  api: Api,
  token: string,
  subject: { companyCode: string; documentType: string; documentId: string },
  dataFolder: string,
): Promise<Found> {
  const calls = api.calls
  const problems: string[] = []
  api.failures.length = 0
  const outside = () =>
    readdirSync(dataFolder)
      .filter((name) => name !== 'files')
      .toSorted()
      .join(' ')
  const before = outside()
  const send = async (name: string, content: Buffer | string) => {
    const form = new FormData()
    form.append('file', new Blob([content as BlobPart]), name)
    const query = new URLSearchParams(subject)
    return api.send({ method: 'POST', path: `/api/attachments?${query}`, body: form, token })
  }

  const names = [
    '../../../../tmp/evil.png',
    '..\\..\\evil.png',
    'C:\\windows\\evil.png',
    '/etc/evil.png',
    'a\u0000.png',
    '.',
    '..png',
    'con.png',
    `${'x'.repeat(5000)}.png`,
    '\u202egnp.exe.png',
    '%2e%2e%2fevil.png',
    "'; drop table attachment;--.png",
    '<img src=x>.png',
  ]
  let taken = 0
  for (const name of names) {
    const answer = await send(name, png)
    if (answer.status >= 500) problems.push(`${name.slice(0, 40)}: ${answer.status}`)
    if (answer.status !== 200) continue
    taken += 1
    for (const { fileName, id } of answer.datas as { fileName: string; id: string }[]) {
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      if (/[\\/\u0000-\u001f\u202a-\u202e]/.test(fileName) || fileName.length > 200)
        problems.push(`kept under the name ${JSON.stringify(fileName)}`)
      const content = await api.send({
        method: 'GET',
        path: `/api/attachments/${id}/content?inline=1`,
        token,
      })
      const disposition = content.headers.get('content-disposition') ?? ''
      if (/[\r\n]/.test(disposition)) problems.push(`header split by ${name}`)
      if (!/sandbox/.test(content.headers.get('content-security-policy') ?? ''))
        problems.push('content may run scripts')
    }
  }
  if (taken === 0) problems.push('no upload was taken at all: nothing was tested')

  const disguised: [string, Buffer | string][] = [
    ['page.png', '<html><script>alert(1)</script></html>'],
    ['picture.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['page.html', '<script>alert(1)</script>'],
    ['script.js', 'alert(1)'],
    ['program.exe', Buffer.concat([Buffer.from('MZ'), randomBytes(200)])],
    ['shell.png', '#!/bin/sh\nid\n'],
    ['both.gif', Buffer.concat([png, Buffer.from('<script>alert(1)</script>')])],
    ['lie.xlsx', lyingZip()],
    ['cut.xlsx', zipOf([{ name: 'xl/workbook.xml', content: 'x' }]).subarray(0, 40)],
    ['empty.png', ''],
  ]
  for (const [name, content] of disguised) {
    const { status } = await send(name, content)
    if (status < 400 || status >= 500) problems.push(`${name} is taken: ${status}`)
  }
  const bombed = await send('bomb.xlsx', bomb())
  if (bombed.status >= 500) problems.push(`a zip bomb: ${bombed.status}`)
  const many = new FormData()
  for (let file = 0; file < 60; file += 1)
    many.append('file', new Blob([png as BlobPart]), `${file}.png`)
  const query = new URLSearchParams(subject)
  const tooMany = await api.send({
    method: 'POST',
    path: `/api/attachments?${query}`,
    body: many,
    token,
  })
  if (tooMany.status < 400 || tooMany.status >= 500)
    problems.push(`60 files at once: ${tooMany.status}`)
  if (outside() !== before)
    problems.push(`beside the folder of files: ${outside()}, before ${before}`)
  addAll(problems, api.failures)
  return { calls: api.calls - calls, problems }
}
