import { CloudSyncOutlined, DisconnectOutlined } from '@ant-design/icons'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { isReachableStore } from '../../kit/api/request-watch.ts'
import { toast } from '../../kit/feedback/toast.ts'
import { useStore } from '../../kit/state/store.ts'
import { translate, useMessages } from '../../kit/text/messages.ts'
import { hasNewBuildStore, lookForNewBuild, watchBuild } from './build-watch.ts'
import styles from './workspace.module.css'
import { workspaceMessages } from './workspace-messages.ts'
import { isOnlineStore, watchConnection } from './connection-watch.ts'

/** Bars over the top bar, which move nothing: network or server unavailable; new version available. */
export function Notices(): ReactNode {
  const t = useMessages(workspaceMessages)
  const client = useQueryClient()
  const isOnline = useStore(isOnlineStore)
  const isReachable = useStore(isReachableStore)
  const hasNewBuild = useStore(hasNewBuildStore)
  const [isPutOff, setPutOff] = useState(false)
  useEffect(watchBuild, [])
  useEffect(
    () =>
      watchConnection(() => {
        toast.info(translate(workspaceMessages, 'backOnline'))
        void client.invalidateQueries()
        // The server may have returned with a newer version.
        void lookForNewBuild()
      }),
    [client],
  )
  return (
    <div role="status" className={styles.notices}>
      {!(isOnline && isReachable) && (
        <div className={styles.notice} data-kind="warning">
          <DisconnectOutlined aria-hidden />
          <span>{t(isOnline ? 'unreachable' : 'offline')}</span>
        </div>
      )}
      {hasNewBuild && !isPutOff && (
        <div className={styles.notice} data-kind="info">
          <CloudSyncOutlined aria-hidden />
          <span>{t('updated')}</span>
          <Button size="small" onClick={() => setPutOff(true)}>
            {t('later')}
          </Button>
          <Button size="small" type="primary" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        </div>
      )}
    </div>
  )
}
