import { fieldOf } from '@kufang/kernel/present.ts'
import type { ZipEntry } from './zip-stream.ts'

/** Positions in `cellXfs` below. */
export const cellStyles = { plain: 0, header: 1, date: 2, instant: 3, quoted: 4 } as const

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const packaging = 'http://schemas.openxmlformats.org/package/2006'

const contentTypes = `${declaration}<Types xmlns="${packaging}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`

const rootRelations = `${declaration}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const workbookRelations = `${declaration}<Relationships xmlns="${packaging}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`

// The quoted style keeps a text such as =1+1 a text even after editing in Excel.
const styles = `${declaration}<styleSheet xmlns="${main}"><numFmts count="2"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="5"><xf xfId="0"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/><xf xfId="0" quotePrefix="1"/></cellXfs></styleSheet>`

/** The parts of a workbook besides its sheet. */
export function workbookParts(sheetName: string): ZipEntry[] {
  const workbook = `${declaration}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${safeSheetName(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
  const part = (name: string, xml: string): ZipEntry => ({ name, contents: [Buffer.from(xml)] })
  return [
    part('[Content_Types].xml', contentTypes),
    part('_rels/.rels', rootRelations),
    part('xl/workbook.xml', workbook),
    part('xl/_rels/workbook.xml.rels', workbookRelations),
    part('xl/styles.xml', styles),
  ]
}

/** Excel permits at most 31 characters, without \ / ? * [ ] :, in a sheet name. */
function safeSheetName(name: string): string {
  const safe = name
    .replace(/[\\/?*[\]:]/g, ' ')
    .replace(/^'|'$/g, '')
    .slice(0, 31)
    .trim()
  return escapeXml(safe === '' ? 'Sheet1' : safe)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML; control characters, which XML cannot contain, are written as OOXML escapes (_x0007_). */
export function escapeXml(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[&<>"]/g, (sign) => fieldOf(entities, sign))
    .replace(
      /[^\P{Cc}\t\n\r]|[\p{Cs}\ufffe\uffff]/gu,
      (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
}

export const sheetOpening = (columns: string) =>
  `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>`

export const sheetClosing = (range: string) =>
  `</sheetData><autoFilter ref="${range}"/></worksheet>`
