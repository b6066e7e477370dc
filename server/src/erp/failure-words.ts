import { replyBytesMax, type FailureFacts } from './client/erp-failure.ts'

interface Words {
  zh: string
  en: string
}

const replyMebibytesMax = replyBytesMax / 1024 / 1024

/** Explanations of common codes for the person who must act; the ERP's own text follows. */
const knownCodes: Record<string, Words> = {
  'M7/021': { zh: 'ERP 库存不足', en: 'Not enough stock in the ERP' },
  'M7/053': {
    zh: 'ERP 记账期间未开放，请更改过账日期或开放期间',
    en: 'The posting period is closed in the ERP: change the posting date or open the period',
  },
  'M7/096': {
    zh: '移动类型与货物移动代码或参考单据不匹配，请检查移动类型配置',
    en: 'Movement type does not fit the goods movement code or reference: check the movement rules',
  },
  'M7/034': {
    zh: '评估类型与订单、批次或库存的不一致',
    en: 'The valuation type differs from that of the order, batch or stock',
  },
  'M7/175': { zh: '缺少序列号', en: 'Serial numbers are missing' },
  'MM_IM_ODATA_API_MDOC/011': {
    zh: '缺少或多余的采购订单参考',
    en: 'The reference to the purchase order is missing or not allowed',
  },
  '/IWBEP/CM_COS/001': {
    zh: 'ERP 未启用幂等服务，请关闭接口的幂等开关',
    en: 'The ERP has no idempotency service set up: switch the headers off for this interface',
  },
  'no-number': {
    zh: 'ERP 未返回凭证号，将按业务键查询',
    en: 'The ERP gave no document number; it will be looked up by key',
  },
  'no-token': {
    zh: '服务未返回 CSRF 令牌，请检查接口地址',
    en: 'The service gave no CSRF token: check the address of the interface',
  },
  'delivery-not-there': {
    zh: '外向交货单或其行在 ERP 中不存在，请核对交货单号与行号后重新过账',
    en: 'The outbound delivery or its item is not in the ERP: check number and items, and post again',
  },
  'delivery-issued': {
    zh: '外向交货单在 ERP 中已发货过账，请在 ERP 中核对（VL03N），必要时冲销发货（VL09）后重新过账',
    en: 'The goods issue of the outbound delivery is posted in the ERP: check it there (VL03N), reverse it (VL09) if need be, and post again',
  },
  'delivery-issued-otherwise': {
    zh: '外向交货单在 ERP 中已按其他数量发货过账，请在 ERP 中冲销该发货（VL09）后重新过账',
    en: 'The outbound delivery was issued with other quantities in the ERP: reverse that goods issue (VL09), and post again',
  },
  'delivery-item-left': {
    zh: '外向交货单还有本单未含的行，发货按整张交货单过账：请在 ERP 中删除或拆分这些行后重新过账',
    en: 'The outbound delivery has items that this document does not: its goods issue posts all of them; delete or split them in the ERP, and post again',
  },
  'inventory-not-created': {
    zh: 'ERP 拒绝建立盘点凭证，该库存可能已有未过账的盘点凭证：请在 ERP 中过账或删除它（MI07、MI02）后重新过账',
    en: 'The ERP refused the physical inventory document; the stock may be in another one whose differences are not posted: post or delete that one there (MI07, MI02), and post again',
  },
  'inventory-not-counted': {
    zh: 'ERP 拒绝录入实盘数量，请按其说明在 ERP 中处理该盘点凭证（MI03）后重新过账',
    en: 'The ERP refused the counted quantity: handle the physical inventory document there as it says (MI03), and post again',
  },
  'inventory-items-missing': {
    zh: '以前建立的盘点凭证不含本次的物资：请在 ERP 中删除该盘点凭证（MI02）后重新过账，系统将重新建立',
    en: 'The physical inventory document made before does not have these goods: delete it in the ERP (MI02) and post again, and another one is made',
  },
  'inventory-counted-otherwise': {
    zh: '盘点凭证的该行已有人在 ERP 中盘点，数量与本单的差异不符：请与该用户核对，在 ERP 中删除该盘点凭证（MI02）后重新过账',
    en: 'Somebody has counted this item of the physical inventory document in the ERP, with another difference: compare with that user, delete the document there (MI02), and post again',
  },
  'inventory-book-short': {
    zh: 'ERP 账面数量少于本单的盘亏数量：请先让该物料未过账的单据过账，或在 ERP 中核对库存（MMBE）后重新过账',
    en: 'The ERP has less of the goods than the shortage: have the unposted documents of the material posted first, or check its stock there (MMBE), and post again',
  },
  'inventory-book-moves': {
    zh: '录入实盘时 ERP 账面数量不断变动，稍后自动重试',
    en: 'The book quantity in the ERP changed at each attempt to enter the count; it is tried again',
  },
  'reply-too-long': {
    zh: `ERP 的回答超过 ${replyMebibytesMax} MiB 上限，已中断读取，请减小接口的每页行数，或检查接口地址与网关`,
    en: `The reply of the ERP is longer than ${replyMebibytesMax} MiB and was broken off: lower the rows per page of the interface, or check its address and the gateway`,
  },
}

/** The explanation of a code, independent of the call; undefined for codes explained only by the ERP's text. */
export function wordsOfCode(code: string): Words | undefined {
  return knownCodes[code]
}

const kinds: Record<FailureFacts['kind'], Words> = {
  'never-reached': {
    zh: '未能连接 ERP，稍后自动重试',
    en: 'The ERP could not be reached; it is tried again',
  },
  'refused-csrf': { zh: 'ERP 拒绝了会话令牌', en: 'The ERP refused the session token' },
  rejected: { zh: 'ERP 拒绝过账', en: 'The ERP refused the posting' },
  blocked: {
    zh: '接口配置或授权有误，队列已停止',
    en: 'The interface is not set up or not allowed; its queue stands still',
  },
  unknown: {
    zh: '过账结果未知，稍后按业务键查询',
    en: 'Outcome unknown; it will be looked up by key',
  },
}

const locked: Words = {
  zh: '数据被其他用户锁定，稍后自动重试',
  en: 'Locked by another user; it is tried again',
}

/** A failure in both languages: the explanation, then the ERP's own text in its language. */
export function failureWords(facts: FailureFacts): Words {
  const meaning =
    knownCodes[facts.code] ??
    facts.details.map((detail) => knownCodes[detail.code]).find((words) => words !== undefined) ??
    (facts.isTransient ? locked : kinds[facts.kind])
  const own = facts.details.length > 0 ? facts.details.map(detailText) : [detailText(facts)]
  const tail = own.filter((text) => text !== '').join('; ')
  return tail === '' ? meaning : { zh: `${meaning.zh}：${tail}`, en: `${meaning.en}: ${tail}` }
}

function detailText(detail: { code: string; message: string }): string {
  if (detail.message === '') return detail.code
  return detail.code === '' ? detail.message : `${detail.message} (${detail.code})`
}
