type VerificationSample = {
  id: string;
  /** Of its tab. */
  label: string;
  /** How its library is installed; null if it needs none. */
  install: string | null;
  code: string;
};

/**
 * How a receiver checks that a request is ours, by language: with the libraries of Standard Webhooks, and with nothing but
 * the platform. The secret is in the environment; what was received must be the text as it came. Those in TypeScript are
 * run by the tests.
 */
export const VERIFICATION_SAMPLES: readonly VerificationSample[] = [
  {
    id: 'typescript',
    label: 'TypeScript',
    install: 'npm install standardwebhooks',
    code: `import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET!);

// Pass the body as it came, before it is parsed. Raises an error if the request isn't ours.
export function verify(body: string, headers: Record<string, string>) {
  return webhook.verify(body, headers) as { type: string; timestamp: string; data: object };
}`,
  },
  {
    id: 'python',
    label: 'Python',
    install: 'pip install standardwebhooks',
    code: `import os
from flask import Flask, request
from standardwebhooks import Webhook, WebhookVerificationError

app = Flask(__name__)
webhook = Webhook(os.environ["WEBHOOK_SECRET"])

@app.post("/webhooks")
def receive():
    try:
        event = webhook.verify(request.get_data(as_text=True), dict(request.headers))
    except WebhookVerificationError:
        return "", 401
    print(event["type"])
    return "", 204`,
  },
  {
    id: 'go',
    label: 'Go',
    install: 'go get github.com/standard-webhooks/standard-webhooks/libraries',
    code: `package main

import (
	"io"
	"log"
	"net/http"
	"os"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
)

func main() {
	webhook, err := standardwebhooks.NewWebhook(os.Getenv("WEBHOOK_SECRET"))
	if err != nil {
		log.Fatal(err)
	}
	http.HandleFunc("POST /webhooks", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 64<<10))
		if err != nil || webhook.Verify(body, r.Header) != nil {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		log.Printf("%s", body)
		w.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe(":8080", nil))
}`,
  },
  {
    id: 'ruby',
    label: 'Ruby',
    install: 'gem install standardwebhooks sinatra',
    code: `require "sinatra"
require "standardwebhooks"

webhook = StandardWebhooks::Webhook.new(ENV.fetch("WEBHOOK_SECRET"))

post "/webhooks" do
  headers = %w[webhook-id webhook-timestamp webhook-signature].to_h do |name|
    [name, request.env["HTTP_#{name.upcase.tr('-', '_')}"]]
  end
  event = webhook.verify(request.body.read, headers)
  puts event["type"]
  status 204
rescue StandardWebhooks::WebhookVerificationError
  status 401
end`,
  },
  {
    id: 'node',
    label: 'Node, no library',
    install: null,
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

const key = Buffer.from(process.env.WEBHOOK_SECRET!.replace(/^whsec_/, ''), 'base64');
const FIVE_MINUTES = 5 * 60;

// Pass the body as it came, before it is parsed, and the headers with their names in lower case.
export function verify(body: string, headers: Record<string, string | undefined>) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  // Not a number is refused as well: nothing is true of it.
  const isRecent = Math.abs(Date.now() / 1000 - Number(timestamp)) <= FIVE_MINUTES;
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest();
  // While the secret is being replaced there are two signatures: one of them is enough.
  const isSigned = signatures.split(' ').some((one) => {
    const [version, signature = ''] = one.split(',');
    const given = Buffer.from(signature, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!id || !isRecent || !isSigned) throw new Error('This request is not from Verdant');
  return JSON.parse(body) as { type: string; timestamp: string; data: object };
}`,
  },
];
