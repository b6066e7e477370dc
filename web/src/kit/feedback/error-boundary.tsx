import { CloseCircleFilled } from '@ant-design/icons'
import { Button } from 'antd'
import { Component } from 'react'
import type { ErrorInfo, ReactNode } from 'react'
import { isChunkFailure } from './chunk-failure.ts'
import styles from './error-boundary.module.css'
import { recordError } from './error-log.ts'
import { useLanguage } from '../text/language.ts'

interface Props {
  children: ReactNode
  /** Where it happened, for the error log. */
  place: string
  onRetry?: () => void
}

interface State {
  error: unknown
  hasFailed: boolean
}

/** A page that throws fails alone, in its own tab. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null, hasFailed: false }

  static getDerivedStateFromError(error: unknown): State {
    return { error, hasFailed: true }
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    recordError(error, `${this.props.place}${info.componentStack ?? ''}`)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    const retry = (): void => {
      this.setState({ error: null, hasFailed: false })
      this.props.onRetry?.()
    }
    return <PageFailed error={this.state.error} onRetry={retry} />
  }
}

function PageFailed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactNode {
  const { label } = useLanguage()
  const isOldVersion = isChunkFailure(error)
  return (
    <div className={styles.failed}>
      <CloseCircleFilled className={styles.failedMark} aria-hidden />
      <h1 className={styles.failedTitle} tabIndex={-1}>
        {isOldVersion
          ? label({
              zh: '系统已更新,此页需重新加载',
              en: 'A new version is out; this page must be reloaded',
            })
          : label({ zh: '此页面出错', en: 'This page failed' })}
      </h1>
      <p>
        {isOldVersion
          ? label({
              zh: '请先保存其他标签页的内容,再刷新浏览器',
              en: 'Save your work in other tabs, then reload the browser',
            })
          : label({ zh: '其他标签页不受影响', en: 'Other tabs are not affected' })}
      </p>
      {isOldVersion ? (
        <Button type="primary" onClick={() => location.reload()}>
          {label({ zh: '刷新浏览器', en: 'Reload' })}
        </Button>
      ) : (
        <Button type="primary" onClick={onRetry}>
          {label({ zh: '重试', en: 'Retry' })}
        </Button>
      )}
    </div>
  )
}
