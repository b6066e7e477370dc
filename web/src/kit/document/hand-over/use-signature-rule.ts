import { useQuery } from '@tanstack/react-query'
import { isSignatureRequired, type SignatureRule } from '@kufang/contract/document/evidence.ts'
import type { ActionDeclaration } from '@kufang/contract/document/declare/action-declaration.ts'
import { api } from '../../api/client.ts'

/**
 * Whether a company refuses this act unless somebody has signed for it (`handover.signature`), to say so before the act; false
 * until that is known, and where nothing is handed over. The server refuses it whatever is shown.
 */
export function useSignatureRule(
  companyCode: string,
  action: Pick<ActionDeclaration<string>, 'handsOver'> | undefined,
): boolean {
  const rule = useQuery({
    queryKey: ['hand-over-rule', companyCode],
    queryFn: ({ signal }) =>
      api.get<{ signature: SignatureRule }>(
        `/api/hand-over/rule?companyCode=${encodeURIComponent(companyCode)}`,
        { signal },
      ),
    enabled: action?.handsOver !== undefined && companyCode !== '',
  })
  return action !== undefined && isSignatureRequired(rule.data?.signature, action)
}
