import { defineMaster } from '../document/declare/define-master.ts'
import { date, integer, reference, text } from '../document/declare/field.ts'
import { label } from '../document/declare/label.ts'
import { validityFields } from '../document/declare/validity.ts'

/**
 * Safety data sheet 安全技术说明书 (SDS, GB/T 16483): what whoever handles a chemical has to know, by material and issuer.
 * Chemicals are requisitioned only while one of theirs is valid and on file, that is, with its file attached. SAP:
 * safety data sheet (SDS).
 */
export const safetyDataSheet = defineMaster({
  name: 'safety-data-sheet',
  area: 'masters',
  label: label('安全技术说明书', 'Safety data sheet'),
  fields: {
    companyCode: reference(label('公司', 'Company'), 'company', { required: true, width: 80 }),
    materialNo: reference(label('物料编码', 'Material'), 'material', {
      required: true,
      isNamed: true,
      width: 220,
    }),
    sheetNo: text(label('说明书编号', 'Sheet no.'), { required: true, lengthMax: 40, width: 150 }),
    issuer: text(label('编制单位', 'Issued by'), { required: true, lengthMax: 60, width: 180 }),
    issuedOn: date(label('编制日期', 'Issued on'), { width: 110 }),
    ...validityFields,
    validTo: date(label('失效日期', 'Valid to'), { required: true, width: 110 }),
    fileCount: integer(label('附件数', 'Files'), { by: 'server', width: 80 }),
    /** What its files are attached to. */
    rowId: text(label('附件标识', 'Id of its files'), { by: 'server', width: 120 }),
  },
  key: ['companyCode', 'materialNo', 'sheetNo'],
  display: 'issuer',
  search: ['materialNo', 'sheetNo', 'issuer'],
  scope: { companyCode: 'companyCode' },
  files: { id: 'rowId', count: 'fileCount' },
  pages: {
    '/base/safetyDataSheet': {
      kind: 'master',
      edits: true,
      filters: ['companyCode', 'materialNo', 'sheetNo', 'validTo', 'fileCount'],
      columns: [
        'companyCode',
        'materialNo',
        'sheetNo',
        'issuer',
        'issuedOn',
        'validFrom',
        'validTo',
        'fileCount',
        'isActive',
        'updatedByName',
        'updatedAt',
      ],
    },
  },
})
