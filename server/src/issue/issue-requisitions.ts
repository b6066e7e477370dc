import type { IssueOfRequisitions } from '../requisition/public.ts'

const isBeingPicked = (state: string): boolean => state === 'draft' || state === 'picked'

/** How goods issues are made of requisitions by acts of these. */
export const issueOfRequisitions: IssueOfRequisitions = {
  pick: (documents, { companyCode, id }, lineNos) =>
    documents.createProposed(
      'goods-issue',
      companyCode,
      lineNos.map((lineNo) => ({ id, lineNo })),
    ),
  async beingPicked({ successors }) {
    return (await successors('goods-issue')).find(({ state }) => isBeingPicked(state))
  },
  async issueGone(documents, requisition, recipient, goods) {
    const { companyCode } = requisition
    const { id } = await documents.create('goods-issue', {
      companyCode,
      header: { issueMode: 'urgent', recipient },
      lines: goods.map(({ lineNo, quantity, bin, batch, pieces }) => ({
        source: { id: requisition.id, lineNo },
        quantity,
        bin,
        batch,
        ...(pieces.length > 0 ? { serialNumbers: [...pieces] } : {}),
      })),
    })
    await documents.act('goods-issue', companyCode, id, 'issue')
  },
  claims: ({ company, ids }) => `(
    select k.from_id, k.from_line, i.bin, coalesce(i.batch, '') as batch, coalesce(i.special_stock, '') as special_stock,
      coalesce(i.special_stock_reference, '') as special_stock_reference, sum(i.quantity) as quantity
    from document_link k
    join goods_issue h on h.company_code = ${company} and h.id = k.to_id and h.state = 'draft'
    join goods_issue_line i on i.company_code = ${company} and i.document_id = k.to_id and i.line_no = k.to_line
    where k.company_code = ${company} and k.from_type = 'requisition' and k.from_id = any(${ids}) and k.to_type = 'goods-issue'
      and k.is_live
    group by 1, 2, 3, 4, 5, 6)`,
}
