// The number of a new document is one row that everybody who makes one of its kind waits for. So it is drawn in
// the last packet of a transaction, and the process learns it with the commit: what is written behind it in that
// packet takes it from a setting of the transaction, and PostgreSQL waits for nobody while it holds the row.

/** The setting of a transaction that keeps the document number it has drawn. */
export const drawnNumberSetting = 'kufang.document_no'

/** As SQL: the number drawn in this transaction; null where none was, so that no column takes it. */
export const drawnNumber = `nullif(current_setting('${drawnNumberSetting}', true), '')`

/** As SQL: a number given as parameter or column; null stands for the one drawn in this transaction. */
export const numberOrDrawn = (given: string): string => `coalesce(${given}, ${drawnNumber})`

/** A number as a parameter of `numberOrDrawn`: none yet means the one drawn in this transaction. */
export const numberParameter = (no: string): string | null => (no === '' ? null : no)
