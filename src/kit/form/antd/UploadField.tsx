import { Upload } from 'antd';
import { useFormContext } from 'react-hook-form';
import { useFieldWiring } from '../../../ui/Field';
import type { ControlProps } from '../choices';
import { AntdFrame } from './AntdFrame';

/** One file, chosen or dropped; the form's value is a File or null. */
export default function UploadField({
  field,
  accept,
  maxSize = 10_000_000,
}: ControlProps & { accept: string | undefined; maxSize: number | undefined }) {
  const { id = '' } = useFieldWiring();
  const { setError } = useFormContext();
  const file: unknown = field.value;
  return (
    <AntdFrame>
      <Upload.Dragger
        id={id}
        {...(accept ? { accept } : {})}
        multiple={false}
        maxCount={1}
        fileList={file instanceof File ? [{ uid: file.name, name: file.name, status: 'done' }] : []}
        beforeUpload={(chosen) => {
          if (chosen.size <= maxSize) field.onChange(chosen);
          else
            setError(field.name, { type: 'validate', message: `Choose a file of at most ${maxSize / 1_000_000} MB.` });
          return false;
        }}
        onRemove={() => field.onChange(null)}
      >
        Drop a file here, or choose one
      </Upload.Dragger>
    </AntdFrame>
  );
}
