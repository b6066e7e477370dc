import { Button, Space } from 'antd'
import type { ReactNode } from 'react'
import styles from './error-boundary.module.css'
import { useLanguage } from '../text/language.ts'

/** Shown in place of a part that could not be loaded, or as an overlay: what to do without losing input. */
export function MissingPart(props: { isOverlay: boolean; onAgain: () => void }): ReactNode {
  const { label } = useLanguage()
  return (
    <div role="alert" className={props.isOverlay ? styles.missingOverlay : styles.missing}>
      <p style={{ margin: '0 0 8px' }}>
        {label({
          zh: '此部分未能载入：网络中断，或系统已更新。可重试；仍不行，请先保存，再刷新浏览器',
          en: 'This part could not be loaded: the network is away, or a new version is out. Try again; if that does not help, save your work, then reload the browser',
        })}
      </p>
      <Space>
        <Button size="small" onClick={props.onAgain}>
          {label({ zh: '重试', en: 'Retry' })}
        </Button>
        <Button size="small" onClick={() => location.reload()}>
          {label({ zh: '刷新浏览器', en: 'Reload' })}
        </Button>
      </Space>
    </div>
  )
}
