import type { requisition } from '@kufang/contract/requisition/requisition.ts'
import { companyToday } from '@kufang/kernel/company-day.ts'
import type { RefusalDetail } from '@kufang/kernel/refusal.ts'
import { textOf } from '@kufang/kernel/text-of.ts'
import type { SaveContext } from '../document/effects/effects.ts'
import { contractsOf } from '../masters/public.ts'

/**
 * A contractor draws goods for its valid contracts only (施工单位合同号, spec domain.md 1.3). Contractors and numbers that are not
 * in the master at all are taken as entered: not every company keeps it.
 */
export async function problemsOfContract({
  tx,
  header,
  problem,
}: SaveContext<typeof requisition>): Promise<RefusalDetail[]> {
  const contractor = textOf(header.contractor).trim()
  const contractNo = textOf(header.contractNo).trim()
  if (contractor === '' && contractNo === '') return []
  const known = await contractsOf(
    tx,
    String(header.companyCode),
    { contractNo, contractor },
    companyToday(),
  )
  const refused = (zh: string, en: string, field: 'contractNo' | 'contractor' = 'contractNo') => [
    problem(
      'contract-not-valid',
      {
        contractor: contractor || '–',
        contractNo: contractNo || '–',
        problem: zh,
        problemEn: en,
      },
      undefined,
      field,
    ),
  ]
  const named = known.find((one) => one.contractNo === contractNo)
  if (named !== undefined) {
    if (contractor !== '' && named.contractor !== contractor)
      return refused(
        `该合同属于${named.contractor}`,
        `the contract belongs to ${named.contractor}`,
        'contractor',
      )
    return named.isValid
      ? []
      : refused('该合同已停用或不在有效期内', 'the contract is disabled or not valid today')
  }
  const own = known.filter((one) => one.contractor === contractor)
  if (own.length === 0) return []
  const valid = own.filter(({ isValid }) => isValid).map((one) => one.contractNo)
  if (valid.length === 0) return refused('没有有效的合同', 'it has no valid contract')
  const list = valid.slice(0, 3)
  return refused(`有效合同为 ${list.join('、')}`, `its valid contracts are ${list.join(', ')}`)
}
