import { CopyButton } from '@/components/ui/copy-button';
import { Disclosure } from '@/components/ui/disclosure';
import { Panel } from '@/components/ui/panel';
import { ScrollArea } from '@/components/ui/scroll-area';
import type { Contract } from '@/lib/endpoints/contract';
import { countOf } from '@/lib/format/number';
import { displaySource, displayText } from '@/lib/format/text';

type SourceFile = Contract['additional_sources'][number];

const MAX_FILES = 60;
const MAX_FILE_LENGTH = 100_000;
/** Bound of all files on a page, in characters. */
const MAX_PAGE_LENGTH = 400_000;
/** Longer texts get no copy button, which would embed them twice. */
const MAX_COPY_LENGTH = 20_000;

/** Verified sources, with the contract's own file first and expanded. */
export function ContractSources({ contract }: { contract: Contract }) {
  const { source_code: code, file_path: path, additional_sources: others } = contract;
  if (code === null) return null;
  const files = [{ file_path: path ?? 'source', source_code: code }, ...others];
  const shown = takeFiles(files);
  return (
    <Panel title="Source code" id="sources" aside={countOf(files.length, 'file')}>
      <div className="divide-y divide-line">
        {shown.map((file, at) => (
          <SourceFileView key={file.file_path} file={file} isOpen={at === 0} />
        ))}
      </div>
      {shown.length < files.length && (
        <p className="border-t border-line px-4 py-2 text-xs text-faint">
          {countOf(files.length - shown.length, 'more file')}. The API returns all of them in
          additional_sources.
        </p>
      )}
    </Panel>
  );
}

function takeFiles(files: readonly SourceFile[]): SourceFile[] {
  let room = MAX_PAGE_LENGTH;
  return files.slice(0, MAX_FILES).filter((file) => {
    room -= Math.min(file.source_code.length, MAX_FILE_LENGTH);
    return room >= 0;
  });
}

function SourceFileView({ file, isOpen }: { file: SourceFile; isOpen: boolean }) {
  const { file_path: path, source_code: code } = file;
  const name = displayText(path, 120);
  return (
    <Disclosure
      title={<bdi className="mono wrap-any">{name}</bdi>}
      aside={countOf(code.split('\n').length, 'line')}
      isOpen={isOpen}
    >
      <div className="relative border-t border-line bg-sunken">
        {code.length <= MAX_COPY_LENGTH && (
          <span className="absolute top-2 right-3">
            <CopyButton value={code} what="source" />
          </span>
        )}
        <ScrollArea label={name} className="max-h-[32rem]">
          <pre className="mono px-4 py-3 text-xs">{displaySource(code, MAX_FILE_LENGTH)}</pre>
        </ScrollArea>
        {code.length > MAX_FILE_LENGTH && (
          <p className="px-4 pb-2 text-xs text-faint">Truncated. The API returns the full file.</p>
        )}
      </div>
    </Disclosure>
  );
}
