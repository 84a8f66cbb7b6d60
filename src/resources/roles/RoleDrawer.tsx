import { useDrawerForm } from '@refinedev/antd';
import type { HttpError } from '@refinedev/core';
import { Alert, Button, Drawer, Form, Input } from 'antd';
import { type KeyboardEvent, type MouseEvent, useState } from 'react';
import type { FeatureMap } from '../../../domain/access/features';
import { type OrgRole, RoleName } from '../../../domain/organization/organization';
import { messageOf, NetworkError } from '../../providers/call-errors';
import { showSnack } from '../../providers/snackbar';
import { DiscardQuestion } from '../../shell/LeaveQuestion';
import { Select } from '../../ui/Field';
import { useMediaQuery } from '../../ui/hooks';
import { isStale } from './useSaveRole';

type Values = { name: string; likeId?: string };
type Draft = { name: string; features: FeatureMap; version?: number };

export type RoleDrawerProps = {
  /** The one to rename; a new one is created without. */
  role?: OrgRole;
  roles: readonly OrgRole[];
  reread?: () => Promise<unknown>;
  onClose: () => void;
  onSaved?: (role: OrgRole) => void;
};

const TEXTS = {
  create: { title: 'Create role', save: 'Create role', done: 'is created. Choose what it may do.' },
  edit: { title: 'Rename role', save: 'Save name', done: 'is the new name.' },
};

const FORM = 'role-form';

/** Creates or renames a role; what was typed stays until it is saved or the drawer is closed. */
export function RoleDrawer({ role, roles, reread, onClose, onSaved }: RoleDrawerProps) {
  const action = role ? 'edit' : 'create';
  const isNarrow = useMediaQuery('(max-width: 599px)');
  const [failure, setFailure] = useState<string | null>(null);
  // An intent keeps its key while no answer comes, so that trying again has one effect.
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID());
  const [isAsking, setAsking] = useState(false);
  const { drawerProps, form, formProps, onFinish, close, formLoading } = useDrawerForm<OrgRole, HttpError, Draft>({
    resource: 'roles',
    action,
    ...(role ? { id: role.id } : {}),
    redirect: false,
    defaultVisible: true,
    warnWhenUnsavedChanges: false,
    liveMode: 'off',
    queryOptions: { enabled: false },
    meta: { idempotencyKey },
    successNotification: false,
    errorNotification: false,
    onMutationSuccess({ data }) {
      const saved = data as OrgRole;
      showSnack({ status: 'success', message: `“${saved.name}” ${TEXTS[action].done}` });
      onSaved?.(saved);
    },
    onMutationError(error) {
      if (!(error instanceof NetworkError)) setKey(crypto.randomUUID());
      if (error.errors?.name) return;
      setFailure(
        isStale(error) ? 'Someone else changed this role just now. Save again to give it your name.' : messageOf(error),
      );
      if (isStale(error)) void reread?.();
    },
  });

  const submit = async ({ name, likeId }: Values) => {
    setFailure(null);
    const like = roles.find(({ id }) => String(id) === likeId);
    const draft: Draft = role
      ? { name: name.trim(), features: role.features, version: role.version }
      : { name: name.trim(), features: like?.features ?? {} };
    await onFinish(draft).then(close, () => {});
  };

  const discard = () => {
    setAsking(false);
    close();
  };
  const leave = (event: MouseEvent | KeyboardEvent) => {
    // Else the same press of Esc would close the question again.
    event.preventDefault();
    if (form.isFieldsTouched()) setAsking(true);
    else close();
  };

  return (
    <Drawer
      {...drawerProps}
      // In the page's own landmark; the kit would lock the body's scrolling by a style the content policy refuses.
      getContainer={() => document.getElementById('main') ?? document.body}
      title={TEXTS[action].title}
      closable={{ placement: 'end' }}
      onClose={leave}
      width={isNarrow ? '100%' : 420}
      afterOpenChange={(isOpen) => (isOpen ? form.getFieldInstance('name')?.focus() : onClose())}
      footer={
        <div className="r-drawer-acts">
          <Button onClick={leave}>Cancel</Button>
          <Button type="primary" htmlType="submit" form={FORM} loading={formLoading}>
            {TEXTS[action].save}
          </Button>
        </div>
      }
    >
      <Form
        {...formProps}
        form={form}
        id={FORM}
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: role?.name ?? '' }}
        onFinish={(values) => void submit(values as unknown as Values)}
      >
        {failure && <Alert className="r-drawer-failure" type="error" showIcon message={failure} />}
        <Form.Item
          name="name"
          label="Name"
          validateTrigger="onSubmit"
          rules={[
            {
              validator: async (_rule, value) => {
                const parsed = RoleName.safeParse(value);
                if (!parsed.success) throw new Error(parsed.error.issues[0]?.message);
              },
            },
          ]}
        >
          <Input maxLength={60} autoComplete="off" />
        </Form.Item>
        {!role && (
          <Form.Item name="likeId" label="Start with what another role may do" extra="You can change everything after.">
            <Select placeholder="Nothing" options={roles.map(({ id, name }) => ({ value: String(id), label: name }))} />
          </Form.Item>
        )}
      </Form>
      {isAsking && <DiscardQuestion onStay={() => setAsking(false)} onDiscard={discard} />}
    </Drawer>
  );
}
