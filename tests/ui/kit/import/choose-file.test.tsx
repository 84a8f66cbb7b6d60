import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { attempt } from '../../../../src/kit/form/attempt';
import { FormSheet } from '../../../../src/kit/form/FormSheet';
import { useActionForm } from '../../../../src/kit/form/useRecordForm';
import { PageFrame } from '../../../../src/ui/PageFrame';
import '../../../../src/ui/theme';

const LONG = 'Supercalifragilistic'.repeat(10);

function Form() {
  const form = useActionForm((_: { file: File | null; text: string }) => attempt(async () => null), {
    values: { file: null, text: '' },
  });
  return (
    <PageFrame title={LONG}>
      <FormSheet
        form={form}
        label="Choose a file"
        save="Continue"
        always
        fields={[
          { name: 'file', label: 'File', control: 'upload', accept: '.csv' },
          { name: 'text', label: 'Or paste rows here', control: 'textarea' },
        ]}
      />
    </PageFrame>
  );
}

it.each([360, 1440])(
  'a chosen file has its own line, and long names stay within the page, %i px wide',
  async (width) => {
    await page.viewport(width, 800);
    render(
      <MemoryRouter>
        <Form />
      </MemoryRouter>,
    );
    await expect.element(page.getByText('Drop a file here, or choose one')).toBeVisible();
    const file = page.getByLabelText('File', { exact: true });
    await file.upload(new File(['Name\nA'], `${LONG}.csv`, { type: 'text/csv' }));
    const chosen = page.getByText(`${LONG}.csv`);
    await expect.element(chosen).toBeVisible();
    const label = page.getByText('Or paste rows here');
    await expect
      .poll(() => label.element().getBoundingClientRect().top - chosen.element().getBoundingClientRect().bottom)
      .toBeGreaterThanOrEqual(0);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);
