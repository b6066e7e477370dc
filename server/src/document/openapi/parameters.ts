import type { Parameter } from '../../platform/openapi/open-api.ts'

/** The version of a document that is changed. */
export const version: Parameter = {
  name: 'version',
  in: 'query',
  required: true,
  description: '单据的版本，随读取得到 / The version of the document, as read',
  schema: { type: 'integer' },
  example: 1,
}

/** A line of a document, of calls about one line. */
export const lineNo: Parameter = {
  name: 'lineNo',
  in: 'query',
  required: false,
  description: '行号，默认第一行 / The line, by default the first one',
  schema: { type: 'integer' },
  example: 10,
}
