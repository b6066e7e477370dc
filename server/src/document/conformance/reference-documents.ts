/**
 * The frame is tested with these: every fault of the ERP, every column sorted both ways, people who meet, documents of
 * a hundred lines. They cover what documents differ in for the frame: with and without a predecessor, held and moved
 * goods, postings of their own. Every other document passes each check once, so that it costs seconds.
 */
export const referenceDocuments: readonly string[] = [
  'requisition',
  'goods-issue',
  'stock-initialisation',
]
