import { RECORDER } from '../recorderTexts';
import {
	accepted,
	all,
	apartFrom,
	check,
	described,
	every,
	isRefused,
	isRefusedAtAll,
	messageOf,
	refusal,
	succeeds,
	topic,
	leaveOpen,
} from '../question';
import { createdRequest, otherCreation, readAgain } from './seen';

/** Sizes and lengths (docs/service.md#file-sizes, docs/service.md#text-lengths). */
export const sizes = [
	...topic('file-sizes', {
		'A file has at most 15 MB; only a certified file may come in chunks. The newer edition says so of every file; the tests beside it call that unconfirmed for signature requests.':
			apartFrom('other files', (tape) => {
				const { status } = otherCreation(tape, 'a file of more than 15 MB');
				return check(status >= 400, `status ${status} for more than 15 MB`);
			}),
		'A larger file: 400 `Invalid file size`.': (tape) =>
			isRefused(
				refusal(otherCreation(tape, 'a file of more than 15 MB')),
				400,
				/Invalid file size/,
			),
	}),
	...topic('text-lengths', {
		'A stored value of custom data of a signature request has at most 64 characters. The nodes leave that to the service, because only it knows which values fill a field.':
			(tape) => isRefusedAtAll(otherCreation(tape, 'custom data of 65 characters')),
	}),
	...topic('request-bodies', {
		'A POST with files is multipart, with bracket names and explicit indices: `recipients[0][email]`, `files[0]`.':
			(tape) => {
				const { recipients = [] } = (tape.exchange('creation').call.body?.fields ?? {}) as {
					recipients?: { email: string }[];
				};
				const found = createdRequest(tape).documents.map(({ email }) => email);
				return every(
					recipients,
					'recipients',
					({ email }) => found.includes(email),
					() => 'a recipient has not arrived',
				);
			},
		'A POST without files may be urlencoded.': (tape) =>
			succeeds(otherCreation(tape, 'urlencoded fields', 'a template')),
		'A PATCH is urlencoded or JSON, never multipart.': apartFrom('JSON', (tape) => {
			accepted(tape.answer('cancel'));
			const { status } = tape.answer('cancel as multipart');
			return check(status >= 400, 'a multipart PATCH is accepted');
		}),
		'File names are read as UTF-8, with `\\"` for a quote.': (tape) => {
			const name = readAgain(tape).documents[0]?.file?.name;
			return check(name === RECORDER.pdf, 'the name of the file is another');
		},
	}),
	...topic('accepted-variants', {
		'A POST may be JSON. We never send it.': (tape) =>
			succeeds(otherCreation(tape, 'JSON', 'a template')),
		'Files may be called `files[]` or `files[name.pdf]`.': apartFrom('`files[name.pdf]`', (tape) =>
			succeeds(otherCreation(tape, 'a file called files[]')),
		),
		'Booleans may be `True`, `true`, `False`, `false` or empty.': apartFrom(
			'all but `true`',
			(tape) => {
				const usual = refusal(tape.answer('creation with an SMS code without a phone'));
				const word = otherCreation(tape, 'an SMS code as a word without a phone');
				if (messageOf(usual) === '') leaveOpen('what it is compared with has no words');
				return all(
					isRefused(word, usual.status, /./),
					check(messageOf(word) === messageOf(usual), described(word)),
				);
			},
		),
	}),
];
