import type { Label } from '@kufang/contract/document/declare/label.ts'
import type { Refusal } from '@kufang/kernel/refusal.ts'
import { refuse } from '@kufang/kernel/refusal.ts'

/** `input-invalid` for a field, with its reason in both languages. */
export function refuseInput(field: string, zh: string, en: string, name?: Label): Refusal {
  return refuse(
    'input-invalid',
    { field: name?.zh ?? field, fieldEn: name?.en ?? field, problem: zh, problemEn: en },
    { field },
  )
}

/** The order of a list in messages. */
export const orderName: Label = { zh: '排序', en: 'Order' }
