import { LockOutlined, QuestionCircleOutlined } from '@ant-design/icons'
import { Button, Result } from 'antd'
import type { ReactNode } from 'react'
import { usePageQuery } from '../../kit/tab/page-location.ts'
import { useLanguage } from '../../kit/text/language.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { navigate } from '../../kit/location/hash-location.ts'
import { findPage } from '../page-list.ts'

/** 401: the page exists, but the user lacks its role; names it for the administrator. */
export function NoPermissionPage(): ReactNode {
  const t = useMessages(shellMessages)
  const { label } = useLanguage()
  const page = findPage(useWanted()?.split(/[?#]/)[0] ?? '')
  return (
    <Outcome
      icon={<LockOutlined aria-hidden />}
      title={t('noPermission')}
      hint={t('noPermissionHint')}
      detail={
        page === undefined
          ? null
          : t('noPermissionPage', {
              page: label({
                zh: `${page.groupZh} / ${page.zh}`,
                en: `${page.groupEn} / ${page.en}`,
              }),
              role: page.role,
            })
      }
    />
  )
}

/** 404: no such page; shows the requested path. */
export function NotFoundPage(): ReactNode {
  const t = useMessages(shellMessages)
  return (
    <Outcome
      icon={<QuestionCircleOutlined aria-hidden />}
      title={t('notFound')}
      hint={t('notFoundHint')}
      detail={useWanted()}
    />
  )
}

/** The requested path; null if the page was opened directly. */
function useWanted(): string | null {
  return usePageQuery().get('path')
}

function Outcome(props: {
  icon: ReactNode
  title: string
  hint: string
  detail: string | null
}): ReactNode {
  const t = useMessages(shellMessages)
  return (
    <Result
      status="info"
      icon={props.icon}
      title={<h1 style={{ fontSize: 24 }}>{props.title}</h1>}
      subTitle={
        <>
          {props.hint}
          {props.detail !== null && <div style={{ overflowWrap: 'anywhere' }}>{props.detail}</div>}
        </>
      }
      extra={<Button onClick={() => navigate('/index')}>{t('backHome')}</Button>}
    />
  )
}
