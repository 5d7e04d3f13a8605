/* calls.h -- the functions of LLVM's C interface that this room calls.
 *
 * LLVM is large, and most runs of phaselock never read C.  So it is linked with nothing:
 * calls_load opens its library when the first such file is read, and looks every
 * function up by its name.  The rest of the room calls them through the table:
 * `c->GetOperand (value, 0)' is LLVMGetOperand.
 */
#ifndef LLVM_CALLS_H
#define LLVM_CALLS_H

#include "base/arena.h"

#ifdef HAVE_LLVM

#include <llvm-c/Analysis.h>
#include <llvm-c/Core.h>
#include <llvm-c/DebugInfo.h>
#include <llvm-c/Error.h>
#include <llvm-c/IRReader.h>
#include <llvm-c/Linker.h>
#include <llvm-c/Target.h>
#include <llvm-c/Transforms/PassBuilder.h>

#define LLVM_CALLS(CALL)                                                                 \
  CALL (ABISizeOfType)                                                                   \
  CALL (AddAttributeAtIndex)                                                             \
  CALL (AddFunction)                                                                     \
  CALL (AddGlobal)                                                                       \
  CALL (AddIncoming)                                                                     \
  CALL (AppendBasicBlockInContext)                                                       \
  CALL (BuildBitCast)                                                                    \
  CALL (BuildBr)                                                                         \
  CALL (BuildCall2)                                                                      \
  CALL (BuildCondBr)                                                                     \
  CALL (BuildICmp)                                                                       \
  CALL (BuildLoad2)                                                                      \
  CALL (BuildPhi)                                                                        \
  CALL (BuildRet)                                                                        \
  CALL (BuildRetVoid)                                                                    \
  CALL (BuildStore)                                                                      \
  CALL (BuildUnreachable)                                                                \
  CALL (ConstInt)                                                                        \
  CALL (ConstIntGetSExtValue)                                                            \
  CALL (ConstIntGetZExtValue)                                                            \
  CALL (ConstNull)                                                                       \
  CALL (ContextCreate)                                                                   \
  CALL (ContextDispose)                                                                  \
  CALL (ContextSetDiagnosticHandler)                                                     \
  CALL (CountParams)                                                                     \
  CALL (CountStructElementTypes)                                                         \
  CALL (CreateBuilderInContext)                                                          \
  CALL (CreateEnumAttribute)                                                             \
  CALL (CreateMemoryBufferWithContentsOfFile)                                            \
  CALL (CreatePassBuilderOptions)                                                        \
  CALL (DisposeBuilder)                                                                  \
  CALL (DisposeErrorMessage)                                                             \
  CALL (DisposeMessage)                                                                  \
  CALL (DisposeModule)                                                                   \
  CALL (DisposePassBuilderOptions)                                                       \
  CALL (GetAllocatedType)                                                                \
  CALL (GetArrayLength)                                                                  \
  CALL (GetAsString)                                                                     \
  CALL (GetAtomicRMWBinOp)                                                               \
  CALL (GetBasicBlockParent)                                                             \
  CALL (GetBasicBlockTerminator)                                                         \
  CALL (GetCalledFunctionType)                                                           \
  CALL (GetCalledValue)                                                                  \
  CALL (GetCondition)                                                                    \
  CALL (GetConstOpcode)                                                                  \
  CALL (GetElementAsConstant)                                                            \
  CALL (GetElementType)                                                                  \
  CALL (GetEntryBasicBlock)                                                              \
  CALL (GetEnumAttributeKindForName)                                                     \
  CALL (GetErrorMessage)                                                                 \
  CALL (GetFCmpPredicate)                                                                \
  CALL (GetFirstBasicBlock)                                                              \
  CALL (GetFirstFunction)                                                                \
  CALL (GetFirstGlobal)                                                                  \
  CALL (GetFirstInstruction)                                                             \
  CALL (GetFirstUse)                                                                     \
  CALL (GetGEPSourceElementType)                                                         \
  CALL (GetICmpPredicate)                                                                \
  CALL (GetIncomingBlock)                                                                \
  CALL (GetIncomingValue)                                                                \
  CALL (GetIndices)                                                                      \
  CALL (GetInitializer)                                                                  \
  CALL (GetInstructionOpcode)                                                            \
  CALL (GetInstructionParent)                                                            \
  CALL (GetIntTypeWidth)                                                                 \
  CALL (GetModuleContext)                                                                \
  CALL (GetModuleDataLayout)                                                             \
  CALL (GetNamedFunction)                                                                \
  CALL (GetNamedGlobal)                                                                  \
  CALL (GetNextBasicBlock)                                                               \
  CALL (GetNextFunction)                                                                 \
  CALL (GetNextGlobal)                                                                   \
  CALL (GetNextInstruction)                                                              \
  CALL (GetNextUse)                                                                      \
  CALL (GetNumArgOperands)                                                               \
  CALL (GetNumIndices)                                                                   \
  CALL (GetNumOperands)                                                                  \
  CALL (GetNumSuccessors)                                                                \
  CALL (GetOperand)                                                                      \
  CALL (GetOrdering)                                                                     \
  CALL (GetParam)                                                                        \
  CALL (GetParamTypes)                                                                   \
  CALL (GetReturnType)                                                                   \
  CALL (GetStructName)                                                                   \
  CALL (GetSuccessor)                                                                    \
  CALL (GetSwitchDefaultDest)                                                            \
  CALL (GetTypeKind)                                                                     \
  CALL (GetUser)                                                                         \
  CALL (GetValueKind)                                                                    \
  CALL (GetValueName2)                                                                   \
  CALL (GlobalGetValueType)                                                              \
  CALL (InsertBasicBlockInContext)                                                       \
  CALL (InstructionEraseFromParent)                                                      \
  CALL (Int32TypeInContext)                                                              \
  CALL (Int64TypeInContext)                                                              \
  CALL (Int8TypeInContext)                                                               \
  CALL (IsAConstantExpr)                                                                 \
  CALL (IsAFunction)                                                                     \
  CALL (IsAGlobalVariable)                                                               \
  CALL (IsAInstruction)                                                                  \
  CALL (IsConditional)                                                                   \
  CALL (IsConstantString)                                                                \
  CALL (IsDeclaration)                                                                   \
  CALL (IsFunctionVarArg)                                                                \
  CALL (IsGlobalConstant)                                                                \
  CALL (IsNull)                                                                          \
  CALL (IsOpaqueStruct)                                                                  \
  CALL (IsThreadLocal)                                                                   \
  CALL (OffsetOfElement)                                                                 \
  CALL (ParseIRInContext)                                                                \
  CALL (PointerType)                                                                     \
  CALL (PositionBuilderAtEnd)                                                            \
  CALL (PositionBuilderBefore)                                                           \
  CALL (PrintValueToString)                                                              \
  CALL (RemoveEnumAttributeAtIndex)                                                      \
  CALL (ReplaceAllUsesWith)                                                              \
  CALL (RunPasses)                                                                       \
  CALL (SetInitializer)                                                                  \
  CALL (SetLinkage)                                                                      \
  CALL (SetOperand)                                                                      \
  CALL (StoreSizeOfType)                                                                 \
  CALL (StructGetTypeAtIndex)                                                            \
  CALL (TypeOf)                                                                          \
  CALL (GetCmpXchgSuccessOrdering)                                                       \
  CALL (GetCmpXchgFailureOrdering)                                                       \
  CALL (AliasGetAliasee)                                                                 \
  CALL (GetFirstGlobalAlias)                                                             \
  CALL (GetNextGlobalAlias)                                                              \
  CALL (GetWeak)                                                                         \
  CALL (DIFileGetDirectory)                                                              \
  CALL (DIFileGetFilename)                                                               \
  CALL (DILocationGetColumn)                                                             \
  CALL (DILocationGetInlinedAt)                                                          \
  CALL (DILocationGetLine)                                                               \
  CALL (DILocationGetScope)                                                              \
  CALL (DIScopeGetFile)                                                                  \
  CALL (DITypeGetFlags)                                                                  \
  CALL (DITypeGetOffsetInBits)                                                           \
  CALL (GetMDNodeNumOperands)                                                            \
  CALL (GetMDNodeOperands)                                                               \
  CALL (GetMDString)                                                                     \
  CALL (GetMetadataKind)                                                                 \
  CALL (GetNamedMetadataNumOperands)                                                     \
  CALL (GetNamedMetadataOperands)                                                        \
  CALL (GetSubprogram)                                                                   \
  CALL (InstructionGetDebugLoc)                                                          \
  CALL (MetadataAsValue)                                                                 \
  CALL (ValueAsMetadata)                                                                 \
  CALL (LinkModules2)                                                                    \
  CALL (VerifyModule)                                                                    \
  CALL (FunctionType)                                                                    \
  CALL (VoidTypeInContext)

struct llvm_calls
{
#define MEMBER(name) __typeof__ (LLVM##name) *name;
  LLVM_CALLS (MEMBER)
#undef MEMBER
};

/* LLVM's functions in ARENA; null: its library is not there.  Once loaded, the library
   stays. */
const struct llvm_calls *calls_load (struct arena *arena);

#endif
#endif
