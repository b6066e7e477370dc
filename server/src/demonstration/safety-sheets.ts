import { Readable } from 'node:stream'
import { addDays, type LocalDate } from '@kufang/kernel/local-date.ts'
import { safetyDataSheet } from '@kufang/contract/masters/safety-data-sheet.ts'
import { countMasterFiles, fileMaster } from '../masters/public.ts'
import { createMaster } from '../masters/write-masters.ts'
import type { ServerContext } from '../platform/http/context.ts'
import { addAttachment } from '../platform/files/attachments.ts'
import { openFileStore } from '../platform/files/file-store.ts'
import type { Session } from '../platform/session/session.ts'
import { placePicture } from '../stocktake/place-picture.ts'
import { withoutSheet } from './chemical-families.ts'
import type { DemonstrationCompany } from './company.ts'
import { companies } from './organization.ts'

/**
 * Registers the safety data sheets of all dangerous materials, each with its file; one material has none yet, and the sheet
 * of another runs out soon.
 */
export async function writeSafetySheets(
  { database, settings }: ServerContext,
  session: Session,
  company: DemonstrationCompany,
  today: LocalDate,
): Promise<void> {
  const store = openFileStore(settings, 'files')
  const master = fileMaster(safetyDataSheet.name)!
  const dangerous = company.materials.filter(
    ({ hazardClass, description }) => hazardClass !== '' && !description.startsWith(withoutSheet),
  )
  for (const [index, { materialNo, descriptionEn }] of dangerous.entries()) {
    const sheetNo = `SDS-${materialNo}`
    const fileName = `${sheetNo}.pdf`
    const content = onePage([`Safety data sheet ${sheetNo}`, descriptionEn])
    const file = await store.store(database, Readable.from([content]), {
      fileName,
      bytesMax: 1024 * 1024,
      userId: session.userId,
    })
    for (const { companyCode } of companies)
      await database.transaction(async (tx) => {
        const row = await createMaster(tx, session, safetyDataSheet, {
          companyCode,
          materialNo,
          sheetNo,
          issuer: '国家化学品登记中心（演示）',
          issuedOn: addDays(today, -400),
          validFrom: addDays(today, -400),
          validTo: addDays(today, index === 0 ? 20 : 700),
        })
        const subject = {
          companyCode,
          documentType: safetyDataSheet.name,
          documentId: String(row['rowId']),
        }
        await addAttachment(tx, session, subject, { ...file, fileName })
        await countMasterFiles(tx, master, subject)
      })
  }
}

/** Stores the picture that large stock adjustments of the stories have attached. */
export async function storePlacePicture(
  { database, settings }: ServerContext,
  session: Session,
): Promise<void> {
  const { fileName, content } = placePicture
  await openFileStore(settings, 'files').store(database, Readable.from([content]), {
    fileName,
    bytesMax: content.length,
    userId: session.userId,
  })
}

/** A PDF of one page with these lines of Latin text. */
function onePage(lines: readonly string[]): Buffer {
  const shown = lines.map((line) => `(${line.replaceAll(/[()\\]|[^ -~]/g, ' ')}) Tj T*`).join(' ')
  const stream = `BT /F1 14 Tf 20 TL 60 760 Td ${shown} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  text += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
