// The number range of a document type is one row that all transactions creating such a document must lock. The number
// is therefore drawn in the last packet of a transaction, and the process receives it with the commit. Statements after
// it in that packet read it from a transaction setting, so that no client round trip occurs while the row is locked.

/** The transaction setting with the drawn document number. */
export const drawnNumberSetting = 'kufang.document_no'

/** As SQL: the number drawn in this transaction; null if none was drawn, so that no column accepts it. */
export const drawnNumber = `nullif(current_setting('${drawnNumberSetting}', true), '')`

/** As SQL: a number given as parameter or column; null means the number drawn in this transaction. */
export const numberOrDrawn = (given: string): string => `coalesce(${given}, ${drawnNumber})`

/** The parameter for `numberOrDrawn`: '' means the number drawn in this transaction. */
export const numberParameter = (no: string): string | null => (no === '' ? null : no)
