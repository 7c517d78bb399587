"""Language models behind any OpenAI-compatible endpoint; prompts are files beside this one."""
