import { UserOutlined } from '@ant-design/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Avatar, Button, Descriptions, Flex, Skeleton, Tabs } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { maskPhone } from '@kufang/kernel/validators.ts'
import { api } from '../../kit/api/client.ts'
import { SidePanel } from '../../kit/dialog/side-panel.tsx'
import { ErrorBanner } from '../../kit/feedback/error-banner.tsx'
import { momentText } from '../../kit/fields/moment-text.ts'
import { emptyValue } from '../../kit/grid/cell-format.ts'
import { useMessages } from '../../kit/text/messages.ts'
import { shellMessages } from '../layout/shell-messages.ts'
import { accountMessages } from './account-messages.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import type { OwnProfile } from './own-profile.ts'
import { pictureAddress, ProfileForm } from './profile-form.tsx'

export type PersonalPart = 'information' | 'password'

const ownProfileKey = ['own-profile']

/** Drawer with the user's profile and password (product.md section 2). */
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
          { key: 'information', label: t('personal'), children: <Information /> },
          { key: 'password', label: t('changePassword'), children: <ChangePasswordForm /> },
        ]}
      />
    </SidePanel>
  )
}

function Information(): ReactNode {
  const client = useQueryClient()
  const [isEdited, setEdited] = useState(false)
  const profile = useQuery({
    queryKey: ownProfileKey,
    queryFn: ({ signal }) =>
      api.get<OwnProfile>('/api/user/uouser/getPersonInfoByCurUserId', { signal }),
  })
  if (profile.isPending) return <Skeleton active />
  if (profile.isError) return <ErrorBanner error={profile.error} />
  if (!isEdited) return <ProfileView profile={profile.data} onEdit={() => setEdited(true)} />
  return (
    <ProfileForm
      profile={profile.data}
      onSaved={(saved) => {
        client.setQueryData(ownProfileKey, saved)
        setEdited(false)
      }}
      onCancel={() => setEdited(false)}
    />
  )
}

function ProfileView(props: { profile: OwnProfile; onEdit: () => void }): ReactNode {
  const t = useMessages(accountMessages)
  const shell = useMessages(shellMessages)
  const { userName, account, mobile, email, telephone, address, type, photo, lastLoginTime } =
    props.profile
  const shown = (value: string): string => (value === '' ? emptyValue : value)
  return (
    <Flex vertical gap={16}>
      <Flex gap={16} align="center">
        <Avatar
          size={64}
          icon={<UserOutlined aria-hidden />}
          src={photo === '' ? null : <img src={pictureAddress(photo)} alt={t('avatar')} />}
        />
        <Button onClick={props.onEdit}>{t('edit')}</Button>
      </Flex>
      <Descriptions
        column={1}
        size="small"
        bordered
        styles={{ label: { whiteSpace: 'nowrap' } }}
        items={[
          { key: 'account', label: shell('account'), children: account },
          { key: 'name', label: shell('name'), children: shown(userName) },
          {
            key: 'type',
            label: shell('userType'),
            children: shell(type === 'EMP' ? 'employee' : 'externalUser'),
          },
          {
            key: 'mobile',
            label: shell('mobile'),
            children: mobile === '' ? emptyValue : maskPhone(mobile),
          },
          { key: 'telephone', label: shell('telephone'), children: shown(telephone) },
          { key: 'email', label: shell('email'), children: shown(email) },
          { key: 'address', label: shell('address'), children: shown(address) },
          {
            key: 'lastSignIn',
            label: t('lastSignIn'),
            children: lastLoginTime === null ? emptyValue : momentText(lastLoginTime),
          },
        ]}
      />
    </Flex>
  )
}
