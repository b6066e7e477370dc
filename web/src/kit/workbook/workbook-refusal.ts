import { ApiError } from '../api/api-error.ts'
import { fill } from '../text/messages.ts'

const texts = {
  'workbook-unreadable': {
    zh: '所选文件不是 Excel 工作簿（.xlsx），或已损坏（{problem}）；请用 Excel 打开后另存为 .xlsx 再选择',
    en: 'The file is no Excel workbook (.xlsx), or it is damaged ({problem}); open it in Excel, save it as .xlsx and choose that',
  },
  'workbook-too-large': {
    zh: '工作簿过大：{what} {found}，上限 {limit}；请只保留要导入的工作表和行，另存后再选择',
    en: 'The workbook is too large: {whatEn} {found}, the limit is {limit}; keep only the sheet and rows to import, save it and choose that',
  },
} as const

/** The file is not a readable workbook; `problem` names the part. */
export const unreadable = (problem: string): ApiError => refusal('workbook-unreadable', { problem })

/** The workbook exceeds a limit: of what, the size found, and the limit. */
export const tooLarge = (
  what: { zh: string; en: string },
  found: string,
  limit: string,
): ApiError => refusal('workbook-too-large', { what: what.zh, whatEn: what.en, found, limit })

function refusal(code: keyof typeof texts, params: Readonly<Record<string, string>>): ApiError {
  const { zh, en } = texts[code]
  return new ApiError({
    status: 422,
    requestId: null,
    details: [{ code, params, zh: fill(zh, params), en: fill(en, params) }],
  })
}
