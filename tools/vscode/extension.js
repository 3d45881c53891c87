// Starts `hordemtg lsp` for the scripts, manifests and deck lists that are opened, and ends it with the editor.
"use strict";

const { workspace, window } = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function activate() {
  const command = workspace.getConfiguration("hordemtg").get("command", "hordemtg");
  const server = { command, args: ["lsp"], transport: TransportKind.stdio };
  const documentSelector = [
    { language: "hordemtg" },
    { scheme: "file", pattern: "**/deck.yaml" },
    { scheme: "file", pattern: "**/deck.txt" },
  ];
  client = new LanguageClient("hordemtg", "hordemtg", server, { documentSelector });
  try {
    await client.start();
  } catch (error) {
    const help = "Install it with: pip install 'hordemtg[editors]', or set hordemtg.command to where it is.";
    window.showErrorMessage(`hordemtg: \`${command} lsp\` could not be started (${error.message}). ${help}`);
  }
}

async function deactivate() {
  if (client) {
    await client.stop();
  }
}

module.exports = { activate, deactivate };
