import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '../kit/api/client.ts'
import { TabState } from '../kit/document/tab-state.tsx'
import { DataGrid } from '../kit/grid/data-grid.tsx'
import type { GridColumn } from '../kit/grid/grid-column.ts'
import { StateTag } from '../kit/theme/state-tag.tsx'
import { useLanguage } from '../kit/text/language.ts'
import { defineMessages, useMessages } from '../kit/text/messages.ts'
import type { ErpInterface } from './erp-interface.ts'
import { InterfaceDialog } from './interface-dialog.tsx'

const messages = defineMessages({
  interfaces: { zh: '接口', en: 'Interfaces' },
  name: { zh: '接口', en: 'Interface' },
  company: { zh: '公司', en: 'Company' },
  allCompanies: { zh: '全部', en: 'All' },
  state: { zh: '状态', en: 'State' },
  on: { zh: '启用', en: 'On' },
  off: { zh: '关闭', en: 'Off' },
  simulated: { zh: '模拟', en: 'Simulated' },
  blocked: { zh: '受阻', en: 'Blocked' },
  address: { zh: '地址', en: 'Address' },
  service: { zh: '服务路径', en: 'Service path' },
  client: { zh: '客户端', en: 'Client' },
  account: { zh: '账号', en: 'Account' },
  timeout: { zh: '超时 ms', en: 'Time-out ms' },
  retries: { zh: '重试', en: 'Retries' },
  keyField: { zh: '业务键字段', en: 'Field for our key' },
})

export const interfacesKey = ['erp', 'interfaces']

/** The interfaces with their state; a click opens the settings. */
export function InterfaceList(): ReactNode {
  const t = useMessages(messages)
  const { label, language } = useLanguage()
  const client = useQueryClient()
  const [shown, setShown] = useState<ErpInterface | null>(null)
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: interfacesKey,
    queryFn: ({ signal }) => api.get<ErpInterface[]>('/api/erp/interfaces', { signal }),
  })
  const columns = useMemo((): GridColumn<ErpInterface>[] => {
    const stateOf = (row: ErpInterface): ReactNode => {
      if (row.blockedAt != null) {
        const reason = label({ zh: row.blockedReasonZh ?? '', en: row.blockedReasonEn ?? '' })
        return <StateTag tone="failed" label={`${t('blocked')} ${reason}`} />
      }
      if (!row.isOn) return <StateTag tone="cancelled" label={t('off')} />
      return row.isSimulated ? (
        <StateTag tone="partial" label={t('simulated')} />
      ) : (
        <StateTag tone="done" label={t('on')} />
      )
    }
    return [
      {
        field: language === 'zh' ? 'labelZh' : 'labelEn',
        label: t('name'),
        kind: 'text',
        width: 170,
        pinned: 'left',
        onOpen: (row) => setShown(row),
      },
      {
        field: 'companyCode',
        label: t('company'),
        kind: 'text',
        width: 80,
        render: (row) => row.companyCode || t('allCompanies'),
      },
      { field: 'isOn', label: t('state'), kind: 'text', width: 130, render: stateOf },
      { field: 'baseUrl', label: t('address'), kind: 'text', width: 220 },
      { field: 'servicePath', label: t('service'), kind: 'text', width: 320 },
      { field: 'sapClient', label: t('client'), kind: 'text', width: 80 },
      { field: 'account', label: t('account'), kind: 'text', width: 110 },
      { field: 'timeoutMs', label: t('timeout'), kind: 'integer', width: 90 },
      { field: 'retriesMax', label: t('retries'), kind: 'integer', width: 70 },
      { field: 'keyField', label: t('keyField'), kind: 'text', width: 200 },
    ]
  }, [t, label, language])
  if (data === undefined) return <TabState error={error} isLoading={isLoading} onRetry={refetch} />
  return (
    <>
      <DataGrid
        pageKey="/system/sapApiDeployMessage interfaces"
        ariaLabel={t('interfaces')}
        columns={columns}
        source={{ kind: 'rows', rows: data }}
        rowId={(row) => `${row.companyCode} ${row.interfaceCode}`}
        onRowOpen={setShown}
      />
      {shown !== null && (
        <InterfaceDialog
          row={shown}
          onClose={() => setShown(null)}
          onDone={() => {
            client.invalidateQueries({ queryKey: interfacesKey }).catch(console.error)
          }}
        />
      )}
    </>
  )
}
