import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'

/**
 * Whether a company refuses hand-overs that nobody has signed for (`handover.signature`), to say so before the act; false
 * until that is known, and where nothing is handed over (no company given). The server refuses them whatever is shown.
 */
export function useSignatureRule(companyCode: string | undefined): boolean {
  const rule = useQuery({
    queryKey: ['hand-over-rule', companyCode],
    queryFn: ({ signal }) =>
      api.get<{ isSignatureRequired: boolean }>(
        `/api/hand-over/rule?companyCode=${encodeURIComponent(companyCode ?? '')}`,
        { signal },
      ),
    enabled: companyCode !== undefined,
  })
  return rule.data?.isSignatureRequired === true
}
