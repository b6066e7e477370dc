import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLanguage } from '../../text/language.ts'
import { documentApi } from '../document-api.ts'
import { MoveTable } from './move-table.tsx'
import { TabState } from '../tab-state.tsx'

/** The stock movements of a document. */
export function MovesTab(props: {
  name: string
  id: string
  onOpen?: (name: string, id: string) => void
}): ReactNode {
  const { label } = useLanguage()
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ['document', props.name, props.id, 'moves'],
    queryFn: ({ signal }) => documentApi.moves(props.name, props.id, signal),
  })
  if (data === undefined || data.length === 0) {
    return (
      <TabState
        error={error}
        isLoading={isLoading}
        onRetry={refetch}
        empty={label({ zh: '此单据没有移动库存', en: 'This document has not moved any stock' })}
      />
    )
  }
  return (
    <MoveTable
      source={{ kind: 'rows', rows: data }}
      height="content"
      {...(props.onOpen !== undefined && { onOpen: props.onOpen })}
    />
  )
}
