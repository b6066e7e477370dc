import { Descriptions, Skeleton, Tabs } from 'antd'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { maskPhone } from '@kufang/kernel/validators.ts'
import { api } from '../../kit/api/client.ts'
import { SidePanel } from '../../kit/dialog/side-panel.tsx'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { emptyValue } from '../../kit/grid/cell-format.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { ChangePasswordForm } from './change-password-form.tsx'

export type PersonalPart = 'information' | 'password'

interface Profile {
  userName: string
  account: string
  email: string | null
  mobile: string | null
  address: string | null
  telephone: string | null
  type: string | null
}

/** The person's own data and password, in a drawer over the shell (product.md section 2). */
export function PersonalDrawer(props: {
  part: PersonalPart | null
  onPart: (part: PersonalPart) => void
  onClose: () => void
}): ReactNode {
  const t = useMessages(shellMessages)
  return (
    <SidePanel isOpen={props.part !== null} isModal title={t('personal')} onClose={props.onClose}>
      <Tabs
        activeKey={props.part ?? 'information'}
        onChange={(part) => props.onPart(part === 'password' ? 'password' : 'information')}
        items={[
          { key: 'information', label: t('personal'), children: <ProfileView /> },
          { key: 'password', label: t('changePassword'), children: <ChangePasswordForm /> },
        ]}
      />
    </SidePanel>
  )
}

function ProfileView(): ReactNode {
  const t = useMessages(shellMessages)
  const profile = useQuery({
    queryKey: ['own-profile'],
    queryFn: ({ signal }) => api.get<Profile>('/api/user/uouser/getCurUserInfo', { signal }),
  })
  if (profile.isPending) return <Skeleton active />
  if (profile.isError) return <ErrorBanner error={profile.error} />
  const { userName, account, mobile, email, telephone, address, type } = profile.data
  const shown = (value: string | null): string =>
    value === null || value === '' ? emptyValue : value
  const kind = type === 'EMP' ? t('employee') : type === 'EXU' ? t('externalUser') : shown(type)
  return (
    <Descriptions
      column={1}
      size="small"
      bordered
      items={[
        { key: 'account', label: t('account'), children: account },
        { key: 'name', label: t('name'), children: shown(userName) },
        { key: 'type', label: t('userType'), children: kind },
        { key: 'mobile', label: t('mobile'), children: mobile ? maskPhone(mobile) : emptyValue },
        { key: 'telephone', label: t('telephone'), children: shown(telephone) },
        { key: 'email', label: t('email'), children: shown(email) },
        { key: 'address', label: t('address'), children: shown(address) },
      ]}
    />
  )
}
