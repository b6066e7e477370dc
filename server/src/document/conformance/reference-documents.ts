/**
 * The documents that test the frame itself in full: every ERP fault, every column sorted both ways, concurrent users,
 * documents of a hundred lines. They cover the differences between documents that matter to the frame: with and without
 * predecessor, held and moved goods, own postings. Every other document runs each check once, so that it takes seconds.
 */
export const referenceDocuments: readonly string[] = [
  'requisition',
  'goods-issue',
  'stock-initialisation',
]
